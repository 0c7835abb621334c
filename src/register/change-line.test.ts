import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeLine, parseTable } from './change-line.ts'
import { columnsOf } from './columns.ts'
import { nextNumber } from './number.ts'

const columns = columnsOf('certificates')
const registerColumns = columns.map(([name]) => name)
const spell = (name: string, text: string) => {
  const { normalise } = columns.find((each) => each[0] === name)?.[1] ?? {}
  return normalise && text ? normalise(text) : text
}
const parseRegister = (source: string) => parseTable('certificates', source)
const edit = (source: string, path: string[], value: string | object | null, published?: string) => {
  const written = changeLine('certificates', source, path, value, published)
  // Excel needs the mark to read the letters.
  expect(written.startsWith('\uFEFF')).toBe(source.startsWith('\uFEFF'))
  return written
}

const cell = fc.oneof(
  fc.constantFrom('', 'Matadero', 'a;b', 'a,b', 'a\tb', '"A"', 'línea\notra', 'Ł'),
  fc.string().map((text) => text.trim()),
)
const cells = fc.record(
  Object.fromEntries(registerColumns.slice(1).map((column) => [column, cell.map((text) => spell(column, text))])),
)

/** A register as a spreadsheet saves it, and what it says. */
const register = fc
  .record({
    rows: fc.array(cells, { maxLength: 4 }),
    delimiter: fc.constantFrom(';', ',', '\t'),
    mark: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', '\n\n', '\n;;\n'),
  })
  .map(({ rows, delimiter, mark, end }) => {
    const numbers = rows.reduce<string[]>((known) => [...known, nextNumber(known, '2026-01-01')], [])
    const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`
    const tree: Record<string, Record<string, string>> = Object.fromEntries(
      rows.map((row, index) => [numbers[index] ?? '', { number: numbers[index] ?? '', ...row }]),
    )
    const lines = Object.values(tree).map((row) => registerColumns.map((column) => quoted(row[column])).join(delimiter))
    const source = mark + [registerColumns.join(delimiter), ...lines].join('\n') + end.replaceAll(';', delimiter)
    return { tree, source }
  })

test('a cell is replaced, a certificate added and removed, and nothing else changes; taken back, the file is as it was', () => {
  fc.assert(
    fc.property(
      register,
      fc.nat(),
      fc.constantFrom(...registerColumns.slice(1)),
      cell,
      ({ tree, source }, at, column, text) => {
        const numbers = Object.keys(tree)
        expect(parseRegister(source)).toEqual(tree)
        const added = nextNumber(numbers, '2026-01-01')
        const longer = edit(source, [added], { number: added, plant: 'P' })
        expect(parseRegister(longer)).toMatchObject({
          ...tree,
          [added]: { number: added, plant: 'P', holder: '' },
        })
        expect(edit(longer, [added], null, source)).toBe(source)
        const number = numbers[at % numbers.length]
        if (number === undefined) return
        const changed = edit(source, [number, column], text)
        expect(parseRegister(changed)).toEqual({
          ...tree,
          [number]: { ...tree[number], [column]: spell(column, text) },
        })
        expect(edit(changed, [number, column], tree[number]?.[column] ?? '', source)).toBe(source)
        const { [number]: removed, ...others } = tree
        const shorter = edit(source, [number], null)
        expect(parseRegister(shorter)).toEqual(others)
        expect(edit(shorter, [number], removed ?? null, source)).toBe(source)
      },
    ),
  )
})
