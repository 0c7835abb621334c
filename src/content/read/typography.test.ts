import { expect, test } from 'vitest'
import type { Language } from '../../shared/languages.ts'
import { typeset, typesetText } from './typography.ts'

const [narrow, wide] = ['\u202f', '\u00a0']

test.each<[language: Language, typed: string, set: string]>([
  ['fr', 'Où ? Là! Bien; oui : non', `Où${narrow}? Là${narrow}! Bien${narrow}; oui${wide}: non`],
  ['fr', `L'"eau" "halal" ? 9 €;`, `L’«${wide}eau${wide}» «${wide}halal${wide}»${narrow}? 9 €${narrow};`],
  ['fr', "« halal », «halal» et l'eau", `«${wide}halal${wide}», «${wide}halal${wide}» et l’eau`],
  ['fr', '**Attention !** {{name}} ?', `**Attention${narrow}!** {{name}}${narrow}?`],
  ['fr', `déjà${narrow}! et${wide}:`, `déjà${narrow}! et${wide}:`],
  ['fr', 'à 10:30, https://a.fr/?b:c [x](page:contact#a) ![](picture:b)[^q2:3] `a:` &amp; {{a : b}} a@b.fr', ''],
  ['en', `The body's "mark", the animals' day`, 'The body’s “mark”, the animals’ day'],
  ['en', `("Yes," {{name}}'s "**x**") and '{{no}}'`, '(“Yes,” {{name}}’s “**x**”) and ‘{{no}}’'],
  ['es', '¿"Halal" ? ¡"Sí"! —"Hola"—', '¿«Halal» ? ¡«Sí»! —«Hola»—'],
])('in %s, %s is set as its printers would', (language, typed, set) => {
  expect(typesetText(typed, language)).toBe(set || typed)
  expect(typesetText(set || typed, language)).toBe(set || typed)
})

test('addresses and names of files stay as they are', () => {
  const tree = { head: { slug: "l'eau" }, pictures: { rest: { file: "l'eau", alt: "l'eau" } }, items: ["l'eau"] }
  expect(typeset(tree, 'fr')).toEqual({
    head: { slug: "l'eau" },
    pictures: { rest: { file: "l'eau", alt: 'l’eau' } },
    items: ['l’eau'],
  })
})
