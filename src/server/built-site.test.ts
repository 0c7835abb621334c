import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { CommandError } from '../shared/command-error.ts'
import { readBuiltSite } from './built-site.ts'

const page = { path: 'index.html', encodings: ['br'] }
const complete: Record<string, string> = {
  'site.json': JSON.stringify({ files: { '/': page } }),
  'public/index.html': 'page',
  'public/index.html.br': 'page',
  'prerender/entry-prerender.js': 'export const renderPage = () => ""',
}

/** Reads a build in which some files are others, or missing. */
async function read(changes: Record<string, string | undefined>) {
  using folder = temporaryFolder()
  for (const [path, text] of Object.entries({ ...complete, ...changes })) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    if (text !== undefined) writeFileSync(join(folder.path, path), text)
  }
  return await readBuiltSite(folder.path)
}

test('a complete build is read', async () => expect((await read({})).contents.size).toBe(2))

test.each([
  ...Object.keys(complete).map((path) => ({ [path]: undefined })),
  ...['', 'null', '{}'].map((json) => ({ 'site.json': json })),
  { 'prerender/entry-prerender.js': 'export const renderPage =' },
])('a build with %j is reported, with what to do', async (changes) => {
  await expect(read(changes)).rejects.toThrow(
    expect.objectContaining({
      constructor: CommandError,
      message: expect.stringMatching(/There is no complete build in .* \(.+\)\. Build it again: npm run build$/s),
    }),
  )
})
