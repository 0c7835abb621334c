import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import type { Content } from './content.ts'
import css from './notice.module.css'

/** A page of plain text with headings: legal notice, privacy, complaints … */
export function Page({ content }: { content: Content }) {
  return (
    <article>
      <PageHeading title={content.title} lead={content.lead} review={content.review} />
      <div className={`prose ${css.body}`}>
        <RichText text={content.body} />
      </div>
      <Sources {...content.references} />
    </article>
  )
}
