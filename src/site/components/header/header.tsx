import type { Language } from '../../../shared/languages.ts'
import type { PageContents, ShellData } from '../../../shared/page-data.ts'
import { Hero } from '../hero/hero.tsx'
import { LanguageChoice } from '../language-choice/language-choice.tsx'
import { Mark } from '../mark/mark.tsx'
import { NavigationMenu } from '../navigation-menu/navigation-menu.tsx'
import css from './header.module.css'

type HeaderProps = {
  shell: ShellData
  current: string
  addresses: Record<Language, string>
  /** Only the home page has one (SPEC.md section 4). */
  home?: PageContents['home']
}

export function Header({ shell, current, addresses, home }: HeaderProps) {
  const homeLink = shell.navigation[0]
  return (
    <header className={home ? css.withHero : css.header}>
      <div className={css.bar}>
        <a className={css.logo} href={homeLink?.address}>
          <Mark />
          <span>{shell.name}</span>
        </a>
        <NavigationMenu texts={shell.texts.navbar} links={shell.navigation} current={current} />
        <LanguageChoice
          language={shell.language}
          choices={shell.languages}
          texts={shell.texts.language}
          addresses={addresses}
        />
      </div>
      {home && <Hero texts={home.hero} addresses={home.addresses} />}
    </header>
  )
}
