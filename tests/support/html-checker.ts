import { execFile } from 'node:child_process'
import { findJava } from './find-programs.ts'

export type HtmlMessage = {
  /** The checked file, as it was named. */
  file: string
  type: 'error' | 'warning'
  line: number
  /** What is wrong, and the piece of the file where it is. */
  text: string
  extract: string
}

type Report = {
  messages: {
    type: string
    subType?: string
    url: string
    lastLine?: number
    message: string
    extract?: string
  }[]
}

const jar = 'node_modules/vnu-jar/build/dist/vnu.jar'

/**
 * Checks HTML and SVG files with the Nu HTML checker, which the W3C runs at validator.w3.org/nu: all in one run. Notes
 * that are neither errors nor warnings are left out.
 * @param files whole paths
 * @throws Error when the checker itself fails
 */
export async function checkHtml(files: string[]): Promise<HtmlMessage[]> {
  const java = findJava()
  const args = ['-Dfile.encoding=UTF-8', '-jar', jar, '--format', 'json', '--stdout', '--also-check-svg', ...files]
  const output = await new Promise<string>((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
    // Messages make it exit with 1, which says nothing more than the messages do.
    execFile(java, args, options, (error, stdout, stderr) =>
      stdout.startsWith('{')
        ? resolve(stdout)
        : reject(new Error(`The HTML checker failed. ${stderr}`, { cause: error })),
    )
  })
  const { messages }: Report = JSON.parse(output)
  return messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .map(({ type, url, lastLine = 0, message, extract = '' }) => ({
      file: decodeURIComponent(new URL(url).pathname),
      type: type === 'info' ? 'warning' : 'error',
      line: lastLine,
      text: message,
      extract: extract.trim(),
    }))
}
