import type { ReactNode } from 'react'
import type { Language } from '../../../shared/languages.ts'
import type { Shell } from '../../content.ts'
import { LanguageChoice } from '../language-choice/language-choice.tsx'
import { NavigationMenu } from '../navigation-menu/navigation-menu.tsx'
import { Weave } from '../weave/weave.tsx'
import css from './header.module.css'

type HeaderProps = {
  shell: Shell
  current: string
  addresses: Record<Language, string>
  /** Only the home page has one. */
  hero: ReactNode
}

export function Header({ shell, current, addresses, hero }: HeaderProps) {
  const homeLink = shell.navigation[0]
  return (
    <header className={hero ? undefined : css.header}>
      <div className={css.bar}>
        <a className={`serif ${css.logo}`} href={homeLink?.address}>
          <Weave size={44} />
          <span translate="no">{shell.name}</span>
        </a>
        <NavigationMenu texts={shell.texts.navbar} links={shell.navigation} current={current} />
        <LanguageChoice shell={shell} addresses={addresses} />
      </div>
      {hero}
    </header>
  )
}
