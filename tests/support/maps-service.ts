import type { Page } from '@playwright/test'

/** The maps service of content/organisation.yml. */
export const mapsService = 'https://www.openstreetmap.org'

/** Plays the maps service, which belongs to the outside world: its page says which point it was asked for. */
export async function playMapsService(page: Page): Promise<void> {
  await page.route(`${mapsService}/**`, (route) => {
    const marker = new URL(route.request().url()).searchParams.get('marker')
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Maps service</title><p>Marker at ${marker}</p></html>`,
    })
  })
}
