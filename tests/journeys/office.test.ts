// Not the strict test of the other journeys, which knows the site's origin alone.
import { expect, test } from '@playwright/test'
import { findViolations } from '../support/accessibility.ts'
import { builtSite } from '../support/built-site.ts'
import { buttonOf, does, enters, personIn, startOffice } from '../support/office-browser.ts'

const words = builtSite.office.en
const texts = builtSite.register.pages.en.content

test('two people keep the register, and the site shows it', async ({ browser }) => {
  test.slow()
  await using office = await startOffice()
  const [ana, luis] = [await personIn(browser), await personIn(browser)]
  await enters(ana, office.invite('Ana'))

  await test.step('a second person is invited', async () => {
    await ana.goto(`${office.origin}/people`)
    await ana.fill('[name=name]', 'Luis')
    await does(ana, 'invite')
    await buttonOf(ana, 'invite').click()
    await enters(luis, (await ana.locator('code').textContent()) ?? '')
  })

  const number = await test.step('a certificate is granted by two', async () => {
    await ana.goto(`${office.origin}/register/new`)
    const given = await ana.inputValue('[name=number]')
    const fields = { plant: 'Sala Norte', oval: '12345', town: 'Valencia', from: '1/1/2026', until: '31/12/2027' }
    for (const [name, value] of Object.entries(fields)) await ana.fill(`[name=${name}]`, value)
    await ana.check('[name=covers][value=sheep]')
    // Without the letters of its country: what was typed stays.
    await buttonOf(ana, 'propose').click()
    await expect(ana.getByLabel(words.fields.oval)).toHaveAttribute('aria-invalid', 'true')
    expect(await ana.inputValue('[name=plant]')).toBe('Sala Norte')
    await ana.fill('[name=oval]', 'ES 10.12345/V')
    await does(ana, 'propose')
    await expect(buttonOf(ana, 'agree')).toBeHidden()
    expect((await fetch(`${office.site}/c/${given}.json`)).status).toBe(404)
    await luis.goto(office.origin)
    await does(luis, 'agree')
    await expect.poll(async () => (await fetch(`${office.site}/c/${given}.json`)).status, { timeout: 60_000 }).toBe(200)
    return given
  })
  const certificate = `${office.origin}/register/${number}`
  const siteSays = async () =>
    ((await (await fetch(`${office.site}/c/${number}.json`)).json()) as { state: string }).state

  await test.step('one suspends, two lift', async () => {
    await luis.goto(certificate)
    await luis.fill('[name=day]', '2/3/2026')
    await does(luis, 'suspended')
    await expect.poll(siteSays, { timeout: 60_000 }).toBe('suspended')
    await luis.fill('[name=day]', '9/3/2026')
    await does(luis, 'lifted')
    expect(await siteSays()).toBe('suspended')
    await ana.goto(office.origin)
    await does(ana, 'agree')
    await expect.poll(siteSays, { timeout: 60_000 }).toBe('in-force')
  })

  await test.step('pasted batches are read before they are proposed', async () => {
    await ana.goto(`${certificate}/batches`)
    await ana.fill(
      '[name=lines]',
      'Lote;Decisión;Día\n26030901;aceptado;9/3/2026\n26030902;rejected;9/3/2026\n26030903',
    )
    await buttonOf(ana, 'preview').click()
    await expect(ana.getByText(words.batches.undecided)).toBeVisible()
    await expect(buttonOf(ana, 'propose')).toBeHidden()
    await ana.fill('[name=lines]', '26030901;aceptado;9/3/2026\n26030902;refusé;9/3/2026')
    await buttonOf(ana, 'preview').click()
    await does(ana, 'propose')
    await luis.goto(office.origin)
    // Whoever was in the plant cannot agree.
    await buttonOf(luis, 'agree').click()
    await expect(luis.getByRole('alert')).toBeVisible()
    await luis.getByLabel(words.fields.absent).check()
    await does(luis, 'agree')
    const pack = `${office.site}/c/${number}.json?on=2026-03-10&batch=26030901`
    await expect
      .poll(async () => JSON.stringify(await (await fetch(pack)).json()), { timeout: 60_000 })
      .toContain('true')
  })

  await test.step('a slip is corrected, and the log has both', async () => {
    await luis.goto(certificate)
    await luis
      .getByRole('link', { name: `${words.register.correct}: ` })
      .last()
      .click()
    await luis.fill('[name=town]', 'Sagunto')
    await luis.fill('[name=why]', 'Another town.')
    await does(luis, 'correct')
    await ana.goto(office.origin)
    await expect(buttonOf(ana, 'agree')).toContainText(`: ${words.fields.town}: Sagunto`)
    await does(ana, 'agree')
    await ana.goto(certificate)
    await expect(ana.getByText('Sagunto').first()).toBeVisible()
  })

  await test.step('what is proposed can be declined, with a reason, and taken back', async () => {
    for (const end of ['decline', 'take_back']) {
      await ana.goto(certificate)
      await ana.fill('[name=day]', '1/4/2026')
      await ana.fill('[name=replaced_by]', number)
      await buttonOf(ana, 'replaced').click()
      // It cannot replace itself; a correction is proposed instead.
      await expect(ana.getByRole('alert')).toBeVisible()
      await ana.goto(`${certificate}`)
      await ana
        .getByRole('link', { name: `${words.register.correct}: ` })
        .last()
        .click()
      await ana.fill('[name=brands]', 'Al Norte')
      await ana.fill('[name=why]', 'A brand more.')
      await does(ana, 'correct')
      const one = end === 'decline' ? luis : ana
      await one.goto(office.origin)
      if (end === 'decline') {
        await one.getByText(words.waiting.decline).first().click()
        await one.fill('[name=why]', 'It has no brand.')
      }
      await does(one, end)
      await expect(buttonOf(one, end)).toBeHidden()
    }
  })

  // Nothing else is said, such as a warning of Node's.
  expect(office.verify()).toMatch(/^Nothing is wrong with the \d+ acts in .*\n$/)

  await test.step('every page is accessible', async () => {
    for (const path of ['/', '/register', '/register/new', `/register/${number}`, '/people', '/messages', '/log']) {
      await ana.goto(office.origin + path)
      expect(await findViolations(ana, path)).toEqual([])
    }
  })

  await test.step('a removed person is out at once', async () => {
    await luis.goto(`${office.origin}/people`)
    await does(luis, 'remove')
    await ana.goto(`${office.origin}/log`)
    await expect(ana.getByRole('heading', { name: words.sign_in.title })).toBeVisible()
    await ana.getByRole('button', { name: words.sign_in.submit }).click()
    await expect(ana.getByRole('alert')).toHaveText(words.sign_in.refused)
    await luis.goto(`${office.origin}/register?q=${texts.states['in-force']}`)
    await buttonOf(luis, 'sign_out').click()
    await luis.getByRole('button', { name: words.sign_in.submit }).click()
    await expect(luis.getByRole('heading', { name: words.waiting.title, level: 1 })).toBeVisible()
  })
})
