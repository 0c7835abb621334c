import css from './editor.module.css'

export const viewTitleId = 'view-title'

/** What the middle of the editor is about. Whoever chose it in the list goes on from here. */
export const ViewTitle = ({ children }: { children: React.ReactNode }) => (
  <h2 id={viewTitleId} tabIndex={-1} className={css.viewTitle}>
    {children}
  </h2>
)
