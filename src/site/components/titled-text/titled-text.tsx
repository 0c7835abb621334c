import type { RichText as RichTextNodes } from '../../../shared/rich-text.ts'
import { RichText } from '../rich-text/rich-text.tsx'

type TitledTextProps = { id?: string; title: string; body: RichTextNodes }

/** Running text below its heading. */
export function TitledText({ id, title, body }: TitledTextProps) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      <div className="prose">
        <RichText text={body} />
      </div>
    </section>
  )
}
