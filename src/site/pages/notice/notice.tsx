import { Contents } from '../../components/contents/contents.tsx'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Sources } from '../../components/sources/sources.tsx'
import type { Content } from './content.ts'
import css from './notice.module.css'

/** A page of plain text with headings: legal notice, privacy, complaints … */
export function Page({ content }: { content: Content }) {
  return (
    <article className="page">
      <PageHeading title={content.title} lead={content.lead} review={content.review} />
      {content.doors.length > 0 && (
        <div className={css.doors}>
          <RichText text={content.doors} />
        </div>
      )}
      <Contents groups={[content.contents]} />
      <div className="prose">
        <RichText text={content.body} />
      </div>
      <Sources {...content.references} />
    </article>
  )
}
