import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { Shell } from '../../content.ts'
import type { MenuTexts } from '../header/content.ts'
import { Icon } from '../icon/icon.tsx'
import css from './navigation-menu.module.css'

type NavigationMenuProps = { texts: MenuTexts; links: Shell['navigation']; current: string }

/**
 * The navigation bar. On small screens it is a popover behind a burger. The browser opens and closes it, also by Escape and
 * without JavaScript; a new page closes it too, and so does the focus when it leaves, because the menu covers the page.
 */
export function NavigationMenu({ texts, links, current }: NavigationMenuProps) {
  const menu = useRef<HTMLElement>(null)
  // Until the page is hydrated, the browser itself exposes to assistive technology whether the popover is open.
  const [isOpen, setIsOpen] = useState<boolean>()
  // A browser without popovers would throw on the selector.
  useEffect(() => setIsOpen(Boolean(menu.current?.popover && menu.current.matches(':popover-open'))), [])

  const onBlur = ({ relatedTarget: next }: FocusEvent) => {
    if (next && !next.closest('#menu, [popovertarget]')) menu.current?.hidePopover?.()
  }

  return (
    <>
      <button
        className={css.burger}
        type="button"
        popoverTarget="menu"
        aria-controls="menu"
        aria-expanded={isOpen}
        onBlur={onBlur}
      >
        <span className={css.open}>
          <Icon name="menu" />
          {texts.menu}
        </span>
        <span className={css.close}>
          <Icon name="close" />
          {texts.close}
        </span>
      </button>
      <nav
        ref={menu}
        id="menu"
        className={css.menu}
        aria-label={texts.label}
        popover="auto"
        onBlur={onBlur}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <ul className={css.links}>
          {links.map(({ page, label, address }) => (
            <li key={page}>
              <a className={css.link} href={address} aria-current={address === current ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
