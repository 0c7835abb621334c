import { PageHeading } from '../../components/page-heading/page-heading.tsx'
import { RegisterSearch } from '../../components/register-search/register-search.tsx'
import { RichText } from '../../components/rich-text/rich-text.tsx'
import { Weave } from '../../components/weave/weave.tsx'
import type { Content } from './content.ts'
import css from './not-found.module.css'

export function Page({ content }: { content: Content }) {
  return (
    <article className={`page ${css.page}`}>
      <Weave state="unknown" size={96} />
      <PageHeading title={content.title} />
      <div className="prose">
        <RichText text={content.body} />
        <RegisterSearch {...content.search} />
      </div>
    </article>
  )
}
