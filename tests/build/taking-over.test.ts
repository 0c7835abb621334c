import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBuiltSite } from '../../src/server/built-site.ts'
import { builtSite } from '../support/built-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a build is served whole, wherever a kill has stopped it on its way to the place of the last one', async () => {
  using folder = temporaryFolder()
  const [last, next] = [folder.path, join(folder.path, 'ready')]
  const parts = ['site.json', 'public', 'prerender']
  writeFileSync(join(last, 'site.json'), JSON.stringify({ ...builtSite, build: 'last' }))
  for (const part of parts.slice(1)) mkdirSync(join(last, part))
  for (const part of parts) cpSync(`dist/${part}`, join(next, part), { recursive: true })
  const isServed = async () => expect((await readBuiltSite(last)).build).toBe(builtSite.build)
  await isServed()
  for (const part of parts) {
    rmSync(join(last, part), { recursive: true })
    await isServed()
    renameSync(join(next, part), join(last, part))
    await isServed()
  }
})
