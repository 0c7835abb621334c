import { contentFolder, readContent } from '../content/content.ts'
import type { Content } from '../content/read/content.ts'
import { shapeOf } from '../content/schema.ts'
import { editor } from '../editor/content.ts'
import { office } from '../office/content.ts'
import { mail } from '../server/mail/content.ts'
import { siteTexts } from '../site/compose.ts'
import { outage, sharing } from './content.ts'

const schemas = { ...siteTexts, mail, outage, sharing, editor, office }

/** The shape of every text file, by its name; `*` is that of an article. */
export const textShape = Object.fromEntries(Object.entries(schemas).map(([file, schema]) => [file, shapeOf(schema)]))

/** Reads and checks the content of this site. */
export const readSiteContent = (folder = contentFolder, last?: Content) => readContent(folder, textShape, last)
