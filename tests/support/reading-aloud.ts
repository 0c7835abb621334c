import type { Page } from '@playwright/test'

/** A stop of a screen reader: what it says there, and where in the page it is. */
export type Stop = {
  /** Chromium's name of the role, such as `link`, `heading` or `Iframe`; `text` for words between the stops. */
  role: string
  name: string
  description: string
  /** Of a heading. */
  level?: number | undefined
  /** Where a link leads. */
  url?: string | undefined
  /** What is said of it besides: that it must be filled in, is wrong, has the focus, or is open. */
  states: { required?: boolean; invalid?: boolean; focused?: boolean; expanded?: boolean }
  /** How its changes are said, if they are. */
  live?: string | undefined
  /** The stops that hold it, from the outside in. */
  within: Stop[]
}

type Value = { value?: unknown }
type TreeNode = {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
}

/** What the tree holds for its own sake, and no screen reader says. */
const silent = new Set(['RootWebArea', 'generic', 'none', 'InlineTextBox', 'ListMarker', 'sectionheader'])

/**
 * Reads a page as a screen reader does: from the browser's own accessibility tree, the one that it gives to the system,
 * from the beginning to the end.
 */
export async function readAloud(page: Page): Promise<Stop[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: TreeNode[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const stops: Stop[] = []
  read(nodes[0], [])
  return stops

  function read(node: TreeNode | undefined, within: Stop[]): void {
    if (!node) return
    const isSaid = !node.ignored && !silent.has(text(node.role))
    const stop = isSaid ? stopOf(node, within) : undefined
    if (stop) stops.push(stop)
    for (const id of node.childIds ?? []) read(byId.get(id), stop ? [...within, stop] : within)
  }
}

const text = (value: Value | undefined) => String(value?.value ?? '')

function stopOf(node: TreeNode, within: Stop[]): Stop {
  const { level, url, live, ...states } = Object.fromEntries(
    (node.properties ?? []).map(({ name, value }) => [name, value.value]),
  )
  const role = text(node.role)
  return {
    role: role === 'StaticText' ? 'text' : role,
    name: text(node.name).trim(),
    description: text(node.description),
    level: role === 'heading' ? Number(level) : undefined,
    url: url === undefined ? undefined : String(url),
    states: {
      required: states.required === true,
      invalid: states.invalid === 'true',
      focused: states.focused === true,
      ...(typeof states.expanded === 'boolean' && { expanded: states.expanded }),
    },
    live: live === undefined ? undefined : String(live),
    within,
  }
}

/** The stops right under a stop, as the items under their list. */
const partsOf = (stops: Stop[], whole: Stop) => stops.filter(({ within }) => within.at(-1) === whole)

/** All that is said within a stop. */
export const allWithin = (stops: Stop[], whole: Stop) => stops.filter(({ within }) => within.includes(whole))

/** The words of a stop, as they are said one after the other. */
export const wordsOf = (stops: Stop[], whole: Stop) =>
  allWithin(stops, whole)
    .filter(({ role }) => role === 'text')
    .map(({ name }) => name)
    .join(' ')

/** A stop in a few words, as `heading 2 “Articles”`: what a test compares. */
export const say = ({ role, level, name }: Stop) => [role, level, name && `“${name}”`].filter(Boolean).join(' ')

export const ofRole = (stops: Stop[], ...roles: string[]) => stops.filter(({ role }) => roles.includes(role))
export const isIn = (role: string) => (stop: Stop) => stop.within.some((outer) => outer.role === role)

/** @throws when nobody says it */
export function first(stops: Stop[], role: string, name?: string): Stop {
  const found = stops.find((stop) => stop.role === role && (name === undefined || stop.name === name))
  if (!found) throw new Error(`Nobody says ${role} ${name ?? ''}. Said was: ${stops.map(say).join(' · ')}`)
  return found
}

export const landmarks = ['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'region', 'search', 'form']
/** What can be acted on or must be told, and therefore has a name. */
const named = ['link', 'button', 'textbox', 'DisclosureTriangle', 'image', 'Iframe', 'heading', 'region', 'navigation']

/** What is wrong with a page for whoever only hears it. */
export function faultsOf(stops: Stop[]): string[] {
  const headings = ofRole(stops, 'heading')
  const targets = new Map<string, Set<string>>()
  for (const { name, url } of ofRole(stops, 'link')) targets.set(name, (targets.get(name) ?? new Set()).add(url ?? ''))
  return [
    ...stops.filter(({ role, name }) => named.includes(role) && !name).map(({ role }) => `a ${role} without a name`),
    ...headings
      .filter(({ level = 0 }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
      .map((stop) => `${say(stop)} leaves out a level`),
    ...[...targets]
      .filter(([, urls]) => urls.size > 1)
      .map(([name, urls]) => `“${name}” leads to ${[...urls].join(' and to ')}`),
    ...ofRole(stops, 'list')
      .filter((list) => partsOf(stops, list).some(({ role }) => role !== 'listitem'))
      .map((list) => `a list that holds more than its items: ${partsOf(stops, list).map(say).join(' · ')}`),
  ]
}

/** Words in another script than the page's that do not say so: a voice would spell or skip them. Runs in the page. */
export const unmarkedWords = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement
    const isArabic = /\p{Script=Arabic}/u.test(walker.currentNode.nodeValue ?? '')
    const isMarked =
      holder?.closest('[lang]')?.getAttribute('lang') === 'ar' && holder.closest('[dir]')?.matches('[dir=rtl]')
    if (isArabic && !isMarked && holder?.localName !== 'script') found.push(walker.currentNode.nodeValue ?? '')
  }
  return found
}
