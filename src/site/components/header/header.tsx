import type { ReactNode } from 'react'
import type { Language } from '../../../shared/languages.ts'
import type { Shell } from '../../content.ts'
import { Icon } from '../icon/icon.tsx'
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
  const { navbar } = shell.texts
  const homeLink = shell.navigation[0]
  return (
    <header>
      <div className={css.bar}>
        <a className={`serif ${css.logo}`} href={homeLink?.address}>
          <Weave size={40} />
          <span translate="no">{shell.name}</span>
        </a>
        <NavigationMenu texts={navbar} links={shell.navigation} current={current} />
        <a className={`action screen-only ${css.check}`} href={shell.register}>
          <Icon name="check" />
          <span>{navbar.check}</span>
        </a>
        <LanguageChoice shell={shell} addresses={addresses} />
      </div>
      {hero}
    </header>
  )
}
