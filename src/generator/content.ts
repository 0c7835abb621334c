import { group, text } from '../content/schema.ts'

/** The page that a reverse proxy shows while the server does not answer. */
export const outage = group({ page_title: text(), page_help: text() })

/** What a sharing card is, for those who cannot see it. */
export const sharing = group({ card_alt: text('title') })
