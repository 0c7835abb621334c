import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../src/settings.ts'

const read = (file: string) => readFileSync(file, 'utf8')

/** The files that match, without tests and without what the build writes. */
function sourcesIn(pattern: string): string[] {
  const files = globSync(pattern)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|generated)\.tsx?$/.test(file))
    .sort()
  expect(files, `Nothing matches ${pattern}.`).not.toEqual([])
  return files
}

/** The declarations of a style sheet, without comments: `property: value`. */
const declarationsOf = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[\w-]+\s*:[^;{}]+/g) ?? []

describe('colours', () => {
  const rawColour =
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|(?<![\w-])(?:black|white|gr[ae]y|silver|red|maroon|orange|gold|yellow|olive|lime|green|teal|aqua|cyan|blue|navy|purple|fuchsia|magenta|pink|brown|beige|ivory)(?![\w-])/gi

  test('stand in palette.css alone', () => {
    const found = sourcesIn('src/**/*.css')
      .filter((file) => file !== 'src/site/styles/palette.css')
      .flatMap((file) =>
        declarationsOf(read(file))
          .filter((declaration) => declaration.slice(declaration.indexOf(':')).match(rawColour))
          .map((declaration) => `${file}: ${declaration.trim()}. Give the colour a role in palette.css and name that.`),
      )
    expect(found).toEqual([])
  })

  test('of components and drawings come from the palette', () => {
    const attributes = /\b(?:fill|stroke|stopColor|stop-color|color|background)=(?:"([^"]*)"|\{'([^']*)'\})/g
    const found = [...sourcesIn('src/site/**/*.tsx'), ...sourcesIn('content/pictures/**/*.svg')].flatMap((file) =>
      [...read(file).matchAll(attributes)]
        .filter((match) => (match[1] ?? match[2] ?? '').match(rawColour))
        .map((match) => `${file}: ${match[0]}. Name a role of palette.css: var(--color-brand).`),
    )
    expect(found).toEqual([])
  })
})

describe('type', () => {
  // The size of the whole page: the reader's own on a screen, in points on paper.
  const isOfPage = /: (?:clamp\(100%, .*|10\.5pt)$/
  const isNamed = /var\(--size-[\w-]+\)|: inherit$/

  test('comes in the sizes of tokens.css, because each one more makes every layout slower', () => {
    const found = sourcesIn('src/site/**/*.css').flatMap((file) =>
      declarationsOf(read(file))
        .filter((declaration) => /^font(?:-size)?\s*:/.test(declaration))
        .filter((declaration) => !isNamed.test(declaration) && !isOfPage.test(declaration))
        .map((declaration) => `${file}: ${declaration}. Name a size of tokens.css.`),
    )
    expect(found).toEqual([])
  })

  test('comes in two weights', () => {
    const weights = sourcesIn('src/site/**/*.css').flatMap((file) =>
      declarationsOf(read(file)).filter((declaration) => /^(?:font-weight|--weight-[\w-]+)\s*:/.test(declaration)),
    )
    expect(
      weights
        .map((weight) => weight.replace(/^.*:\s*/, ''))
        .filter((value) => !/^(?:400|600|normal|inherit|var\(--weight-heading\))$/.test(value)),
    ).toEqual([])
  })
})

describe('style modules', () => {
  test('have names of their own, of which their class names are made (vite.config.ts)', () => {
    const names = sourcesIn('src/**/*.module.css').map((file) => basename(file))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('directions', () => {
  // Properties that name a side of the screen stay on that side when the page runs from right to left.
  const side =
    /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b|border-(?:top|bottom)-(?:left|right)-radius|left|right|top|bottom|(?:min-|max-)?(?:width|height)\s*:)|^(?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)\b/

  test('of style sheets are those of the writing: inline and block, start and end', () => {
    const found = sourcesIn('src/site/**/*.css').flatMap((file) =>
      [
        ...read(file)
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .matchAll(/[{;]\s*([\w-]+\s*:[^;{}]+)/g),
      ]
        .map((match) => match[1] ?? '')
        .filter((declaration) => side.test(declaration))
        .map((declaration) => `${file}: ${declaration.trim()}. Name the side by the writing: margin-inline-start.`),
    )
    expect(found).toEqual([])
  })
})

describe('imports', () => {
  /** What each folder may import, besides packages. */
  const allowed: Record<string, string[]> = {
    'src/shared': ['src/shared'],
    'src/site': ['src/site', 'src/shared'],
    'src/content': ['src/content', 'src/shared'],
    'src/server': ['src/server', 'src/shared', 'src/settings.ts'],
    'src/build': ['src/build', 'src/content', 'src/shared', 'src/settings.ts', 'src/site/styles'],
    'src/editor/files': ['src/editor/files', 'src/content', 'src/shared'],
    'src/editor/server': [
      'src/editor/server',
      'src/editor/files',
      'src/editor/api.ts',
      'src/editor/draft-files.ts',
      'src/build',
      'src/content',
      'src/shared',
    ],
    // Components and styles of the site, and none of its behaviour.
    'src/editor/ui': [
      'src/editor/ui',
      'src/editor/api.ts',
      'src/editor/draft-files.ts',
      'src/shared',
      'src/site/components',
      'src/site/styles',
    ],
    'src/cli/launch-check': [
      'src/cli/launch-check',
      'src/content',
      'src/shared',
      'src/settings.ts',
      'src/build/fingerprint.ts',
      'src/server/mail/smtp-mailer.ts',
      'src/server/messages/postgres/postgres-log.ts',
      'src/server/loopback.ts',
    ],
  }

  /** What a file imports, also for its types and on demand: paths of this project, or names of packages. */
  function importsOf(file: string): string[] {
    const names = [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
    return names.map((name) =>
      name.startsWith('.') ? normalize(join(dirname(file), name)).replaceAll('\\', '/') : name,
    )
  }

  test.each(Object.entries(allowed))('%s imports only what it may', (folder, roots) => {
    const found = sourcesIn(`${folder}/**/*.{ts,tsx}`).flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('src/') || name.startsWith('tests/'))
        .filter((name) => !roots.some((root) => name === root || name.startsWith(`${root}/`)))
        .map((name) => `${file} imports ${name}. ${folder} may import: ${roots.join(', ')}.`),
    )
    expect(found).toEqual([])
  })

  test('what the browser gets needs no Node', () => {
    const found = [...sourcesIn('src/{site,editor/ui}/**/*.{ts,tsx}'), ...sourcesIn('src/shared/**/*.ts')].flatMap(
      (file) =>
        importsOf(file)
          .filter((name) => name.startsWith('node:'))
          .map((name) => `${file} imports ${name}.`),
    )
    expect(found).toEqual([])
  })

  test('tests are imported by tests alone, and by the commands that run them', () => {
    const product = sourcesIn('src/**/*.{ts,tsx}').filter((file) => !file.startsWith('src/cli/'))
    const found = product.flatMap((file) =>
      importsOf(file)
        .filter((name) => /\.test\.tsx?$|^vitest$|^tests\//.test(name))
        .map((name) => `${file} imports ${name}.`),
    )
    expect(found).toEqual([])
  })
})

describe('words', () => {
  /** Attributes whose value a visitor reads or hears. */
  const spoken = ['alt', 'title', 'label', 'placeholder', 'aria-label', 'aria-description', 'aria-roledescription']

  type Node = { type: string; start: number; [key: string]: unknown }

  function* nodesOf(node: unknown): Generator<Node> {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node) yield node as Node
    for (const child of Object.values(node)) yield* nodesOf(child)
  }

  const isText = (node: unknown): node is Node =>
    typeof node === 'object' &&
    node !== null &&
    'type' in node &&
    ['Literal', 'TemplateLiteral'].includes(String(node.type))

  /** The words of a literal, or of the branches of an expression: `isOpen ? 'Close' : 'Open'`. */
  function wordsIn(node: unknown): string[] {
    const { type, value, quasis, consequent, alternate, left, right, expression } = node as Node
    if (isText(node))
      return typeof value === 'string'
        ? [value]
        : ((quasis as Node[]) ?? []).map((quasi) => String((quasi.value as { raw: string }).raw))
    if (type === 'JSXExpressionContainer') return wordsIn(expression)
    if (type === 'ConditionalExpression') return [...wordsIn(consequent), ...wordsIn(alternate)]
    if (type === 'LogicalExpression') return [...wordsIn(left), ...wordsIn(right)]
    return []
  }

  test('that a visitor reads stand in content/, not in components', () => {
    const found = sourcesIn('src/{site,editor}/**/*.tsx').flatMap((file) => {
      const code = read(file)
      const texts = [...nodesOf(parseAst(code, { lang: 'tsx' }))].flatMap((node) => {
        if (node.type === 'JSXText') return [String(node.value)]
        if (node.type === 'JSXAttribute')
          return spoken.includes(code.slice((node.name as Node).start).split(/[=\s]/)[0] ?? '')
            ? wordsIn(node.value)
            : []
        if (node.type === 'JSXElement' || node.type === 'JSXFragment')
          return (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(wordsIn)
        return []
      })
      return texts
        .filter((text) => /\p{Letter}/u.test(text))
        .map((text) => `${file}: “${text.trim()}”. Move it to content/texts/<language>/.`)
    })
    expect(found).toEqual([])
  })

  test('are never put into a page as markup', () => {
    const found = sourcesIn('src/{site,editor}/**/*.{ts,tsx}').flatMap((file) =>
      (
        read(file).match(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/g) ?? []
      ).map((call) => `${file}: ${call}. Trusted Types refuse it in the browser.`),
    )
    expect(found).toEqual([])
  })
})

describe('settings', () => {
  test('are read from the environment in src/settings.ts alone', () => {
    const found = sourcesIn('src/{shared,site,content,build,server,editor,cli}/**/*.{ts,tsx}').filter((file) =>
      /process\.env|import\.meta\.env/.test(read(file)),
    )
    expect(found).toEqual([])
  })

  test('are all in .env.example, and nothing else is', () => {
    const settings = new Set<string>()
    const environment = { get: (_: object, name: string) => void settings.add(name) }
    readSettings(new Proxy({}, environment))
    // These two are systemd's.
    for (const name of ['LISTEN_FDS', 'LISTEN_PID']) expect(settings.delete(name)).toBe(true)
    const examples = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1]))
    expect(settings.size).toBeGreaterThan(0)
    expect(examples).toEqual(settings)
  })
})

describe('package.json and package-lock.json', () => {
  const manifest = JSON.parse(read('package.json'))

  test('every command has its script', () => {
    const scripts = Object.entries<string>(manifest.scripts)
    expect(scripts).not.toEqual([])
    for (const [name, line] of scripts)
      expect(
        existsSync(`src/cli/${/^node scripts\/run\.mjs ([\w-]+)$/.exec(line)?.[1]}.ts`),
        `npm run ${name}: ${line}`,
      ).toBe(true)
  })

  test('the lock file names no registry, so that it works with any', () => {
    expect(read('package-lock.json').match(/"resolved": ?"[^"]*"/g) ?? []).toEqual([])
  })

  test('every dependency is pinned to one version', () => {
    const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
      Object.entries<string>(manifest[group] ?? {}),
    )
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('docs/updating.md says what each is for, and of no other', () => {
    const rows = read('docs/updating.md').match(/^\| `.*$/gm) ?? []
    const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    const wanted = new Set(names.map((name) => name.replace(/^@types\/.*/, '@types/…')))
    expect(told.toSorted()).toEqual([...wanted].sort())
  })
})

describe('README.md', () => {
  const readme = read('README.md')
  const isIgnored = (path: string) =>
    read('.gitignore')
      .split('\n')
      .filter(Boolean)
      .some((ignored) => path === ignored || `${path}/` === ignored || path.startsWith(ignored))

  test('names only commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [...readme.matchAll(/\bnpm (?:run (?:--[\w-]+ )*([\w:-]+)|(start|test|ci|install)\b)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    expect(named).toEqual(expect.arrayContaining(['start', 'test']))
    expect(named.filter((name) => !(name in scripts) && !['ci', 'install'].includes(name))).toEqual([])
  })

  test('names only paths that there are', () => {
    const code = /`([^`]+)`/g
    const isPath = /^[\w.@{}<>,*-]+(?:\/[\w.@{}<>,*-]*)+$|^[\w-]+\.(?:ts|tsx|mjs|json|yml|md|css|svg)$/
    const links = [...readme.replace(code, '').matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !/^(https?:|mailto:|#)/.test(link))
      .map((link) => link.replace(/#.*/, ''))
    const missing = links.filter((link) => !exists(link))
    for (const line of readme.split('\n')) {
      const named = [...line.matchAll(code)].map((match) => match[1] ?? '').filter((text) => isPath.test(text))
      // A path may be relative to a folder named before it on the line: `src/site/`: `pages/`, `components/`.
      missing.push(
        ...named.filter((path, index) => !['', ...named.slice(0, index)].some((folder) => exists(join(folder, path)))),
      )
    }
    expect(links.length).toBeGreaterThan(0)
    expect(missing.map((path) => `README.md names ${path}, which is not there.`)).toEqual([])
  })

  /** `<language>` stands for any language. Ignored paths count, because the build makes them. */
  const exists = (path: string) => isIgnored(path) || globSync(path.replace(/<[^>]*>/g, '*')).length > 0

  test('shows a command that CI runs too', () => {
    const ci = read('.ci/run')
    expect(ci).toContain('npm test')
  })
})
