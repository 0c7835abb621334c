import type { Bundle } from '../../build/bundle.ts'
import { composeSite } from '../../build/compose-site.ts'
import { drawAssets } from '../../build/drawing/draw-assets.ts'
import { subsetFonts } from '../../build/drawing/fonts.ts'
import { checkLinkFragments } from '../../build/link-fragments.ts'
import { makeSiteFiles, type SiteFile } from '../../build/site-files.ts'
import type { SiteSettings } from '../../content/compose/compose-language.ts'
import { contentOf } from '../../content/compose/page-contents.ts'
import { SectionReader } from '../../content/compose/section-reader.ts'
import { checkFiles } from '../../content/content.ts'
import { ContentError, type Problem } from '../../content/problem.ts'
import { headSection } from '../../content/read/addresses.ts'
import { type Content, readFiles } from '../../content/read/content.ts'
import { allLanguages, initialLanguage } from '../../shared/languages.ts'
import { articlesIn, type PageKey, pagesIn } from '../../shared/pages.ts'

/** The site as the drafts make it, as far as they can be shown. */
export type ComposedDrafts = {
  problems: Problem[]
  /** None while files cannot be read at all. */
  content: Content | undefined
  /** The public files by their address; those of the last drafts that could be shown, where these cannot. */
  files: Map<string, SiteFile>
  /** Which text files each page reads. */
  sectionsOf: Map<PageKey, string[]>
}

/** Composes the site of drafts again and again: what did not change is not drawn anew. */
export class DraftComposer {
  readonly #bundle: Bundle
  readonly #settings: SiteSettings
  readonly #drawings = new LastResult<ReturnType<typeof drawAssets>>()
  readonly #fonts = new LastResult<ReturnType<typeof subsetFonts>>()
  #files = new Map<string, SiteFile>()

  constructor(bundle: Bundle, settings: SiteSettings) {
    this.#bundle = bundle
    this.#settings = settings
  }

  async compose(folder: string): Promise<ComposedDrafts> {
    try {
      return await this.#compose(folder)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      return { problems: error.problems, content: undefined, files: this.#files, sectionsOf: new Map() }
    }
  }

  async #compose(folder: string): Promise<ComposedDrafts> {
    const content = readFiles(folder)
    const { problems, ofArticles } = checkFiles(content)
    const shown = { ...withoutArticles(content, ofArticles), problems }
    const composed = await composeSite(shown, this.#settings, {
      drawAssets: (content) => this.#drawings.get(drawnFrom(content), () => drawAssets(content)),
      subsetFonts: (words) => {
        const characters = [...new Set(words.join(''))].sort().join('')
        return this.#fonts.get(characters, () => subsetFonts([characters]))
      },
    })
    const { files } = await makeSiteFiles(composed, this.#bundle, { name: 'drafts' })
    this.#files = new Map(files.map((file) => [file.address, file]))
    const { addresses } = this.#drawings.get(drawnFrom(shown), () => drawAssets(shown))
    return {
      problems: [...composed.problems, ...checkLinkFragments(shown, composed.sites, this.#bundle.renderPage)],
      content: shown,
      files: this.#files,
      sectionsOf: sectionsOf(shown, addresses),
    }
  }
}

/** Keeps the result of the last input. */
class LastResult<Result> {
  #last: { key: string; result: Result } | undefined
  get(key: string, make: () => Result): Result {
    if (this.#last?.key !== key) this.#last = { key, result: make() }
    return this.#last.result
  }
}

/** An article that lacks what every article has is not shown; the rest of the site is. */
function withoutArticles(content: Content, problems: Problem[]): Content {
  const broken = articlesIn(content.pages).filter((article) =>
    problems.some(({ file }) => file.endsWith(`/${initialLanguage}/${article}.yml`)),
  )
  const pages = Object.fromEntries(Object.entries(content.pages).filter(([page]) => !broken.includes(page as never)))
  return { ...content, pages: pages as Content['pages'] }
}

/** What the drawings say and are made of. */
function drawnFrom({ organisation, texts, pages }: Content): string {
  const said = allLanguages.map((language) => {
    const own = texts[language] as Record<string, { pictures?: unknown } | undefined>
    return [own.footer, articlesIn(pages).map((article) => own[article]?.pictures)]
  })
  return JSON.stringify([organisation, said])
}

/** Which text files each page reads: found by having it composed, so that no list needs to be kept. */
function sectionsOf(content: Content, assets: ReturnType<typeof drawAssets>['addresses']): Map<PageKey, string[]> {
  const language = initialLanguage
  return new Map(
    pagesIn(content.pages).map((page) => {
      const read = new Set<string>([headSection(page)])
      const texts = new Proxy(content.texts[language], {
        get: (target, section: string) => {
          if (section in target) read.add(section)
          return target[section]
        },
      })
      const reader = new SectionReader(
        { ...content, texts: { ...content.texts, [language]: texts } },
        language,
        assets,
        [],
        {},
      )
      contentOf(reader, content.pages[page], page)
      return [page, [...read]]
    }),
  )
}
