import { contactEndpoint } from '../../shared/contact/message-rules.ts'
import { allLanguages, initialLanguage, languages } from '../../shared/languages.ts'
import type { Outage } from '../outage.ts'
import { location, map, quoted } from './nginx-syntax.ts'

/** When to come back, in seconds: a restart takes a few. */
const retryAfter = '30'

/**
 * For nginx's `http` block: what to answer in place of a server that does not. A page's script is answered in JSON; a
 * visitor in the language of the address, or of the page that the form stands on, as far as the browser tells.
 */
export function outageMaps(): string {
  const others = allLanguages.filter((language) => language !== initialLanguage)
  return `# What a visitor reads when the site's own server does not answer. The form is sent from a page in some language.
${map('$http_referer', '$site_form_language', [
  ['default', 'all'],
  ...others.map((language) => [`~^https?://[^/]+${languages[language].prefix}(?:[/?]|$)`, language]),
  ['~^https?://[^/]+/.', initialLanguage],
])}
${map('$uri', '$site_outage', [
  ['default', `@site_outage_page_${initialLanguage}`],
  ...others.map((language) => [`~^${languages[language].prefix}(?:/|$)`, `@site_outage_page_${language}`]),
  [contactEndpoint, '@site_outage_form_$site_form_language'],
])}
${map('$content_type', '$site_outage_answer', [
  ['default', '$site_outage'],
  ['~*^application/json', '@site_outage_json'],
])}`
}

/** For the `server` block: the answers themselves. They stand in the configuration, so that no file can be missing. */
export function outageLocations({ documents, contentSecurityPolicy }: Outage): string {
  const common = ['set $site_caching "no-store";', `set $site_retry_after "${retryAfter}";`]
  return [
    'error_page 502 504 =503 $site_outage_answer;\n',
    location('@site_outage_json', [
      ...common,
      'default_type "application/json; charset=utf-8";',
      `return 503 '{"status":503}';`,
    ]),
    ...documents.map(({ kind, language, html }) =>
      location(`@site_outage_${kind}_${language}`, [
        ...common,
        `set $site_policy "${contentSecurityPolicy}";`,
        'default_type "text/html; charset=utf-8";',
        `return 503 ${quoted(html)};`,
      ]),
    ),
  ].join('\n')
}
