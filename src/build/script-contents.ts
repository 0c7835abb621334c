import { relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { minify, type Plugin } from 'vite'

/** A script of the bundle: what it imports at once, and the code that went into it, by origin. */
export type Script = { address: string; imports: string[]; codeOf: Map<string, string> }

/** Notes for each script of the bundle which modules it is made of, as the bundler put them there, before minifying. */
export function noteScripts(scripts: Script[]): Plugin {
  return {
    name: 'note-scripts',
    generateBundle(_options, output) {
      for (const chunk of Object.values(output)) {
        if (chunk.type !== 'chunk') continue
        const codeOf = new Map<string, string>()
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          const origin = originOf(id)
          codeOf.set(origin, `${codeOf.get(origin) ?? ''}${code ?? ''}\n`)
        }
        const imports = chunk.imports.map((name) => `/${name}`)
        scripts.push({ address: `/${chunk.fileName}`, imports, codeOf })
      }
    },
  }
}

/** The package that a module comes from, or its folder of this project. */
function originOf(id: string): string {
  const path = id.replaceAll('\\', '/')
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  if (name) return name
  const folder = /^src(?:\/[\w-]+){1,2}(?=\/)/.exec(relative(process.cwd(), id).replaceAll('\\', '/'))
  return folder?.[0] ?? 'the bundler'
}

export type Share = { origin: string; minified: number; compressed: number }

/**
 * How much of a script comes from where, the heaviest first. A compressed file cannot be divided: each origin's code is
 * minified and compressed alone, and the file's own size is shared out in proportion.
 * @param compressed what the whole script weighs
 */
export async function sharesOf({ address, codeOf }: Script, compressed: number): Promise<Share[]> {
  const alone = await Promise.all(
    [...codeOf].map(async ([origin, code]) => {
      const minified = Buffer.from((await minify(address, code)).code)
      return { origin, minified: minified.length, compressed: (await promisify(brotliCompress)(minified)).length }
    }),
  )
  const all = alone.reduce((sum, share) => sum + share.compressed, 0)
  return alone
    .filter(({ minified }) => minified > 0)
    .map((share) => ({ ...share, compressed: Math.round((share.compressed / all) * compressed) }))
    .sort((one, other) => other.compressed - one.compressed)
}
