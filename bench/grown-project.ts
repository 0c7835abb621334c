import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { readContent } from '../src/content/content.ts'
import { allPages } from '../tests/support/addresses.ts'
import { generateArticles, writeArticles } from './generated-articles.ts'

/**
 * Copies the project and adds articles, as the README says: a text file in each language and a line in content/articles.yml.
 * @param folder where to; what is there is replaced
 * @param size how many pages a language has then
 */
export function growProject(folder: string, size: number): void {
  rmSync(folder, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(file, `${folder}/${file}`)
  symlinkSync(resolve('node_modules'), `${folder}/node_modules`)
  const articles = generateArticles(size - allPages.length, readContent().texts)
  writeArticles(folder, articles)
}

/** What the build of a grown project took. */
export type BuildCost = { seconds: number; processorSeconds: number; peakMegabytes: number }

/** Runs the real build command there. @throws Error with what it printed, when it fails */
export async function buildProject(folder: string): Promise<BuildCost> {
  // Only the process itself knows what it took; it says so at its end.
  const mark = 'resource usage: '
  const confession = `process.on('exit', () => console.error(${JSON.stringify(mark)} + JSON.stringify(process.resourceUsage())))`
  const start = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(confession)}`, 'src/cli/build.ts'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  const [code] = await once(child, 'close')
  const seconds = (performance.now() - start) / 1000
  const usage = output.split(mark)[1]
  if (code !== 0 || !usage) throw new Error(`The build failed:\n${output}`)
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(usage) as NodeJS.ResourceUsage
  return { seconds, processorSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 }
}
