import { stepsIn } from '../../content/text-tree.ts'
import { languages } from '../../shared/languages.ts'
import { languageOf, pathOf, within } from '../content-paths.ts'
import css from './editor.module.css'
import { Problems } from './parts.tsx'
import { filesOf, type Site, useSite } from './site.ts'
import { Values } from './values.tsx'

/** A part with fewer groups is seen at a glance. */
const leastGroups = 5

/** Everything that can be edited in a part of the site. */
export function Form({ part }: { part: string }) {
  const site = useSite()
  const names = filesOf(part).filter(site.treeOf)
  const ofWhole = site.problemsIn(part).filter(({ name }) => typeof site.treeOf(name) !== 'string')
  return (
    <section aria-label={site.title(part)} className={`${css.stack} ${css.section}`}>
      {part !== site.view && <h2>{site.title(part)}</h2>}
      <Problems problems={ofWhole} />
      <OwnContents names={names} />
      <Values names={names} />
    </section>
  )
}

/** The groups and items of a long part, as links. */
function OwnContents({ names }: { names: string[] }) {
  const site = useSite()
  const name = names.find((name) => languageOf(name) === site.language) ?? names[0] ?? ''
  const groups = groupsIn(site, name)
  if (groups.length < leastGroups) return null
  return (
    <details>
      <summary>{site.words.in_this_part}</summary>
      <ul className={css.stack}>
        {groups.map((group) => (
          <li key={group}>
            <a href={`#${within(names[0] ?? '', ...pathOf(group), ...(Array.isArray(site.treeOf(group)) ? [0] : []))}`}>
              {site.titleIn(group) ?? site.label(group)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The names of the groups of a part, and of whatever in them has a title; not of a fact in each language. */
function groupsIn(site: Site, name: string): string[] {
  const groups = stepsIn(site.treeOf(name)).map((step) => within(name, step))
  return groups.flatMap((group) => {
    const tree = site.treeOf(group)
    const isLocalised = stepsIn(tree).every((step) => step in languages)
    if (typeof tree !== 'object' || isLocalised) return []
    const isNamed = pathOf(name).length === 0 || site.titleIn(group) !== undefined
    return [...(isNamed ? [group] : []), ...groupsIn(site, group)]
  })
}
