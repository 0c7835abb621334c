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

watchAge(() => openedAt, reload)
addEventListener('popstate', () => location.search !== search && reload())
