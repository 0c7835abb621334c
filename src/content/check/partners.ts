import { initialLanguage } from '../../shared/languages.ts'
import { suggest } from '../nearest.ts'
import type { Problem } from '../problem.ts'
import type { Content } from '../read/content.ts'
import { textFile } from '../read/texts.ts'

/** What a partner does is a word of the texts, so that every language has it. */
export function checkRoles({ organisation, texts }: Pick<Content, 'organisation' | 'texts'>): Problem[] {
  const { roles = {} } = (texts[initialLanguage].partenaires ?? {}) as { roles?: Record<string, string> }
  return organisation.partners.flatMap(({ role }, index) =>
    role in roles
      ? []
      : [
          {
            file: 'content/organisation.yml',
            key: `partners.${index}.role`,
            message: `“${role}” is not among the “roles” of ${textFile(initialLanguage, 'partenaires')}. ${suggest(role, Object.keys(roles))}`,
            code: 'unknown',
            values: { name: role },
          },
        ],
  )
}
