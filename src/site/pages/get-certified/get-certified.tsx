import type { PageContents } from '../../../shared/page-data.ts'
import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'

export function Page({ content }: { content: PageContents['get-certified'] }) {
  return (
    <article>
      <PageHeading title={content.title} lead={content.lead} />
      <div className="prose">
        <RichText text={content.body} />
      </div>
    </article>
  )
}
