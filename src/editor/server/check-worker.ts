import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import pLimit from 'p-limit'
import { composeSite } from '../../build/compose-site.ts'
import { checkLinkFragments } from '../../build/link-fragments.ts'
import type { SiteSettings } from '../../content/compose/compose-language.ts'
import { readContent } from '../../content/content.ts'
import { ContentError, type Problem } from '../../content/problem.ts'

/** Everything that the build would refuse in a folder of content. */
export type Check = () => Promise<Problem[]>

type CheckOptions = { folder: string; bundleFolder: string; settings: SiteSettings }

/** Checks beside the server, in a thread of its own: it takes about a second of processor. */
export function startCheck(options: CheckOptions): Check {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  worker.unref()
  const inTurn = pLimit(1)
  return () =>
    inTurn(async () => {
      worker.postMessage('check')
      const [problems] = await once(worker, 'message')
      return problems
    })
}

// In the thread.
parentPort?.on('message', async () => parentPort?.postMessage(await findProblems(workerData)))

async function findProblems({ folder, bundleFolder, settings }: CheckOptions): Promise<Problem[]> {
  const { renderPage } = await import(pathToFileURL(resolve(bundleFolder, 'prerender/entry-prerender.js')).href)
  try {
    const content = readContent(folder)
    const { problems, sites } = await composeSite(content, settings)
    return [...problems, ...checkLinkFragments(content, sites, renderPage)]
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}
