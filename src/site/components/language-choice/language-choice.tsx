import type { Language } from '../../../shared/languages.ts'
import type { Shell } from '../../content.ts'
import { renderNode } from '../rich-text/rich-text.tsx'
import css from './language-choice.module.css'

/** `addresses` are those of the current page in each language. */
type LanguageChoiceProps = { shell: Shell; addresses: Record<Language, string> }

/** The languages, as links that look like buttons. Once the page is hydrated, they change the language in place. */
export function LanguageChoice({ shell, addresses }: LanguageChoiceProps) {
  return (
    <nav className={css.languages} aria-label={shell.texts.language.label}>
      <ul className={css.choices}>
        {shell.languages.map(({ language, name, flag }) => (
          <li key={language}>
            <a
              className={css.choice}
              href={addresses[language]}
              lang={language}
              hrefLang={language}
              aria-current={language === shell.language ? 'true' : undefined}
            >
              <span className={css.flag} aria-hidden="true">
                {renderNode(flag)}
              </span>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
