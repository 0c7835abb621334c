import type { Page } from '@playwright/test'
import { escapeMarkup } from '../../src/shared/escape-markup.ts'
import { shellOf } from './built-site.ts'

/** The maps service of content/organisation.yml. */
export const mapsService = new URL(shellOf('es').offices[0]?.map.embed ?? '').origin

/** Answers instead of the maps service, so that no test needs the internet: the page shows the requested address. */
export async function mockMapsService(page: Page): Promise<void> {
  await page.route(`${mapsService}/**`, (route) => {
    const asked = new URL(route.request().url()).search
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Maps service</title><p>Asked for ${escapeMarkup(asked)}</p></html>`,
    })
  })
}
