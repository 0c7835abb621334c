import { parse } from 'node-html-parser'
import { bareDocument } from '../../bench/bare-page.ts'
import { everyPage, mainWithout, rule, textOf } from './built-pages.ts'

// The bench compares the site with these pages, so they must have the same words and pictures.
rule('a bare page says and shows what the page does', everyPage, (page) => {
  const bare = parse(bareDocument(page.html))
  const main = mainWithout(page, 'svg:not([lang])', '.visually-hidden[aria-hidden]')
  const pictures = (of: typeof bare) => of.querySelectorAll('img, iframe').map((element) => element.getAttribute('src'))
  return [
    ...(textOf(bare.querySelector('main')) === textOf(main) ? [] : ['has other words than its bare page.']),
    ...(String(pictures(bare)) === String(pictures(page.root)) ? [] : ['has other pictures than its bare page.']),
  ]
})

rule('a bare page needs nothing but itself and its pictures', everyPage, ({ html }) => {
  const bare = parse(bareDocument(html))
  return bare
    .querySelectorAll('script, link[rel=preload], link[rel=stylesheet], link[rel=manifest], head noscript')
    .map((element) => `still has ${element.outerHTML} as a bare page.`)
    .concat(
      /url\(|@font-face/.test(bare.toString()) ? ['still names a font or picture in a style as a bare page.'] : [],
    )
})
