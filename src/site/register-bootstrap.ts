import { watchAge } from './navigation/watch-age.ts'

/*
 * In the HTML of the register's pages, after bootstrap.ts, until React takes over: a state may change, and Back may lead from one
 * list to another, of which the browser then changes only the address.
 */

const openedAt = Date.now()
const { search } = location

/** React removes these rules when it has hydrated the page. */
const isStatic = () => document.querySelector('script[type="speculationrules"]')
const reload = () => isStatic() && location.reload()

/** Only what arrives is loaded: the browser would replace the page by its own error page. */
async function refresh(): Promise<void> {
  const { ok } = await fetch(location.href, { cache: 'no-store' })
  if (!ok) throw new Error('The register does not answer')
  reload()
}

watchAge(() => (isStatic() ? openedAt : undefined), refresh)
addEventListener('popstate', () => location.search !== search && reload())
