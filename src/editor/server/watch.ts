import { join, relative, sep } from 'node:path'
import { watch } from 'chokidar'
import type { GitFolders } from './repository.ts'

/** In milliseconds: a pull, or a program that saves a file in several steps, is taken over once. */
const pauseMs = 30

/** The folder .git itself, and what in it names the last commit. */
const namesCommit = /^$|(^|\/)(HEAD|MERGE_HEAD|packed-refs|refs\/heads(\/.*)?)$/

type OnChange = (files: string[], isCommitted: boolean) => void

/** Reports which files below a folder others have changed, by their names below it, and whether the last commit may be another. */
export function watchFiles(content: string, git: GitFolders | undefined, onChange: OnChange) {
  const changed = new Set<string>()
  let isCommitted = false
  let timer: NodeJS.Timeout | undefined
  const report = (file?: string) => {
    if (file) changed.add(file)
    else isCommitted = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      onChange([...changed], isCommitted)
      changed.clear()
      isCommitted = false
    }, pauseMs)
  }
  const options = { ignoreInitial: true, followSymlinks: false }
  const watchers = [
    watch(content, { ...options, ignored: /\.unfinished$/ }).on('all', (_event, path) =>
      report(relative(content, path).replaceAll(sep, '/')),
    ),
    // Of the repository, only what names the last commit: its index changes when somebody merely looks at it.
    watch(git ? [git.own, join(git.common, 'refs/heads')] : [], {
      ...options,
      ignored: (path) => !namesCommit.test(relative(git?.own ?? '', path).replaceAll(sep, '/')),
    }).on('all', () => report()),
  ]
  for (const watcher of watchers) watcher.on('error', (error) => console.error(String(error)))
  return {
    isReady: Promise.all(watchers.map((watcher) => new Promise<void>((ready) => watcher.once('ready', ready)))),
    close: async () => {
      clearTimeout(timer)
      await Promise.all(watchers.map((watcher) => watcher.close()))
    },
  }
}
