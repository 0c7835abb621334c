import { interpolate } from '../../src/shared/interpolate.ts'
import { allLanguages } from '../../src/shared/languages.ts'
import { addresses } from '../support/addresses.ts'
import { contactTextsOf, headingOf, pageOf, shellOf } from '../support/built-site.ts'
import { expect, test } from '../support/engines/listener.ts'
import { languageNames, words } from '../support/words.ts'

// A real screen reader must say all of the site's words, in their order. Words that it adds, such as "link" or
// "heading level 2", are not tested, except "clickable": the site has nothing to click but links, buttons and
// fields, which are called so.

test.describe.configure({ mode: 'default', timeout: 600_000 })

for (const language of allLanguages) {
  const { texts, offices } = shellOf(language)
  const other = allLanguages.find((choice) => choice !== language) ?? language

  test(`the home page is heard by its headings (${language})`, async ({ listener }) => {
    await listener.open('home', language)
    const headings = await listener.run(() =>
      [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
        .filter((heading) => heading.checkVisibility())
        .map((heading) => heading.textContent ?? ''),
    )
    expect(headings.length).toBeGreaterThan(8)
    expect(headings).toContain(words[language].mapHeading)
    for (const heading of headings) await listener.hear([heading], () => listener.press('h'))
  })

  test(`the errors of a refused form are heard, and each again at its field (${language})`, async ({ listener }) => {
    const { form } = contactTextsOf(language)
    const { name_empty, email_empty, message_empty } = form.errors
    await listener.open('contact', language)
    await listener.goTo('main button', words[language].send)
    const said = await listener.hear([form.summary_title, name_empty, email_empty, message_empty], () =>
      listener.press('Return'),
    )
    expect(said).not.toContain('clickable')
    await listener.hear([form.name, name_empty], () => listener.run(() => document.getElementById('name')?.focus()))
  })

  test(`another page is heard by its heading, another language by its name (${language})`, async ({ listener }) => {
    await listener.open('home', language)
    await listener.goTo(`header nav a[href="${addresses.contact[language]}"]`, words[language].navigation.contact)
    const said = await listener.hear([headingOf(pageOf('contact', language))], () => listener.press('Return'))
    expect(said).not.toContain('clickable')

    await listener.goTo(`a[hreflang=${other}]`, languageNames[other])
    await listener.hear([shellOf(other).texts.language.changed], () => listener.press('Return'))
  })

  test(`the map is heard as one picture (${language})`, async ({ listener }) => {
    const office = offices[0]?.city ?? ''
    await listener.open('certification', language)
    const map = interpolate(texts.footer.locator_title, { office })
    let said = ''
    // Orca finds the map's frame empty until Firefox has reported the drawing in it, so it is read again.
    await expect(async () => {
      await listener.goTo('footer figure button', texts.footer.map_load)
      said = await listener.hear(
        [words[language].mapHeading, map, texts.footer.map_load],
        () => listener.press('shift+h', 'Down', 'Down', 'Down'),
        20_000,
      )
    }).toPass({ timeout: 240_000 })
    expect(said, 'cities by the way').not.toMatch(/Madrid|Alicante|Palma/)
  })
}
