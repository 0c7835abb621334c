import { type DocumentTemplate, renderDocument } from '../shared/document.ts'
import type { PageData, Picture } from '../shared/page-data.ts'
import type { PageKind } from '../shared/pages.ts'
import type { Shell } from '../site/content.ts'
import { documentTemplate, type TemplateParts } from './document-template.ts'
import { structuredData } from './structured-data.ts'

/**
 * Makes the function that renders a page's document: for the build, live editing, and the preview of the editor. A dynamic page is
 * rendered by the server, with the template that the build has stored.
 * @param codeVersion the version of their code; without one, no script runs in them
 */
export function pageRenderer(parts: TemplateParts, codeVersion?: string) {
  const { bundle, content, origin } = parts
  const templates = new Map<PageKind, DocumentTemplate>()
  function templateOf(kind: PageKind): DocumentTemplate {
    const template = templates.get(kind) ?? documentTemplate(kind, parts, codeVersion)
    templates.set(kind, template)
    return template
  }
  return {
    templateOf,
    documentOf: (shell: Shell, page: PageData, card?: Picture) =>
      renderDocument({
        page,
        body: bundle.renderPage(shell, page),
        template: templateOf(page.kind),
        origin,
        siteName: shell.name,
        card,
        structuredData: structuredData(page, content, origin),
      }),
  }
}
