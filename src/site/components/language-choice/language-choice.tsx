import type { Language } from '../../../shared/languages.ts'
import type { ShellData } from '../../../shared/page-data.ts'
import { drawNode } from '../rich-text/rich-text.tsx'
import css from './language-choice.module.css'

type LanguageChoiceProps = {
  language: Language
  choices: ShellData['languages']
  texts: ShellData['texts']['language']
  /** The page at hand in each language. */
  addresses: Record<Language, string>
}

/** The three languages, as links that look like buttons: they work without script, and in place with it. */
export function LanguageChoice({ language, choices, texts, addresses }: LanguageChoiceProps) {
  return (
    <nav aria-label={texts.label}>
      <ul className={css.choices}>
        {choices.map(({ language: choice, name, flag }) => (
          <li key={choice}>
            <a
              className={css.choice}
              href={addresses[choice]}
              lang={choice}
              hrefLang={choice}
              aria-current={choice === language ? 'true' : undefined}
            >
              <span className={css.flag} aria-hidden="true">
                {drawNode(flag)}
              </span>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
