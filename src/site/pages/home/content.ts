import type { Reader } from '../../../content/compose/reader.ts'
import { body, group, head, list, text } from '../../../content/schema.ts'
import { interpolate } from '../../../shared/interpolate.ts'
import { articlesIn } from '../../../shared/pages.ts'
import { composePartners } from '../../components/partners/content.ts'
import { composeSearch } from '../../components/register-search/content.ts'
import { articleLink, common } from '../article/content.ts'

/** How many articles the page lists: the first of content/articles.yml, however many there are. */
const mostArticles = 3

const hero = group({ title: text(), sentence: text(), text: text(), get_certified: text() })
const need = group({ title: text(), text: text(), link: text() })
const help = group({ title: text(), check_label: need, get_certified: need, ask: need, more: body() })
const services = group({
  title: text(),
  lead: text(),
  items: list(group({ title: text(), text: text() })),
  more: text(),
})
const mission = group({ title: text(), ...body().shape })

export const texts = { hero: group({ head, ...hero.shape }), help, services, mission }

export type Content = ReturnType<typeof compose>

export function compose(reader: Reader) {
  const { title, lead, read_more: text, read_more_about } = reader.plain('article', common)
  const { certification, check_label, get_certified, questions } = reader.addresses
  const { title: heroTitle, ...heroTexts } = reader.read('hero', hero)
  return {
    title: heroTitle,
    hero: heroTexts,
    search: composeSearch(reader),
    help: reader.read('help', help),
    services: reader.read('services', services),
    article: { title, lead },
    mission: reader.read('mission', mission),
    articles: articlesIn(reader.content.pages)
      .slice(0, mostArticles)
      .map((article) => {
        const link = articleLink(reader, article)
        return { ...link, readMore: { text, about: interpolate(read_more_about, link) } }
      }),
    partners: composePartners(reader),
    addresses: { certification, check_label, get_certified, questions },
  }
}
