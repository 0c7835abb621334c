import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registerColumns } from '../../shared/register/certificate.ts'
import { nextNumber } from '../../shared/register/number.ts'
import { parseRegister, replaceCell } from './register-edit.ts'

const cell = fc.oneof(
  fc.constantFrom('', 'Matadero', 'a;b', 'a,b', 'a\tb', '"A"', 'línea\notra', 'Ł'),
  fc.string().map((text) => text.trim()),
)
const cells = fc.record(Object.fromEntries(registerColumns.slice(1).map((column) => [column, cell])))

/** A register as a spreadsheet saves it, with the texts of its lines. */
const register = fc
  .record({
    rows: fc.array(cells, { maxLength: 4 }),
    delimiter: fc.constantFrom(';', ',', '\t'),
    mark: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', '\n\n', '\n;;\n'),
  })
  .map(({ rows, delimiter, mark, end }) => {
    const numbers = rows.reduce<string[]>((known) => [...known, nextNumber(known, '2026-01-01')], [])
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const lines = rows.map((row, index) =>
      registerColumns
        .map((column) => quoted(column === 'number' ? (numbers[index] ?? '') : (row[column] ?? '')))
        .join(delimiter),
    )
    return {
      numbers,
      lines,
      source: mark + [registerColumns.join(delimiter), ...lines].join('\n') + end.replaceAll(';', delimiter),
    }
  })

test('a cell is replaced, a certificate added and removed, and every other line stays as it is', () => {
  fc.assert(
    fc.property(
      register,
      fc.nat(),
      fc.constantFrom(...registerColumns.slice(1)),
      cell,
      ({ numbers, lines, source }, at, column, text) => {
        const before = parseRegister(source)?.tree as Record<string, Record<string, string>>
        expect(Object.keys(before)).toEqual(numbers)
        const added = nextNumber(numbers, '2026-01-01')
        const longer = replaceCell(source, [added], { number: added, plant: 'P' })
        expect(parseRegister(longer)?.tree).toMatchObject({ ...before, [added]: { number: added, plant: 'P' } })
        expect(longer.startsWith(source)).toBe(true)
        const number = numbers[at % numbers.length]
        if (number === undefined) return
        const changed = replaceCell(source, [number, column], text)
        expect(parseRegister(changed)?.tree).toEqual({ ...before, [number]: { ...before[number], [column]: text } })
        for (const line of lines.toSpliced(at % numbers.length, 1)) expect(changed).toContain(line)
        const { [number]: _, ...others } = before
        expect(parseRegister(replaceCell(source, [number], null))?.tree).toEqual(others)
        // What was published is written as it was.
        const restored = replaceCell(changed, [number, column], before[number]?.[column] ?? '', source)
        if (source.endsWith('\n')) expect(restored).toBe(source)
      },
    ),
  )
})

test('the first certificate of an empty register comes below the names of the columns', () => {
  expect(replaceCell('', ['26-0001-9'], { number: '26-0001-9' }).split('\n')).toEqual([
    registerColumns.join(';'),
    `26-0001-9${';'.repeat(registerColumns.length - 1)}`,
    '',
  ])
})
