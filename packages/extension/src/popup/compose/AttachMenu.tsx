import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from '../../ui/Icon.tsx'

export interface AttachItem {
  label: string
  icon: IconName
  /** Undefined if unavailable at the moment. */
  run: (() => void) | undefined
  /** The item is a switch, on or off. */
  isChecked?: boolean
}

/** The attach button, with its menu. */
export function AttachMenu({ items }: { items: readonly AttachItem[] }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) menu.current?.querySelector<HTMLElement>('button')?.focus()
  }, [open])
  const close = (focus = true) => {
    setOpen(false)
    if (focus) button.current?.focus()
  }

  return (
    <div
      class="attach"
      onFocusOut={(event) => {
        if (open && !event.currentTarget.contains(event.relatedTarget as Node | null)) close(false)
      }}
    >
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label="Attach"
        title="Attach"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="paperclip" />
      </button>
      {open && (
        <div
          ref={menu}
          class="menu"
          role="menu"
          aria-label="Attach"
          tabIndex={-1}
          onKeyDown={(event) => {
            const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
            const at = all.indexOf(event.target as HTMLElement)
            const wanted = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }
            const to = wanted[event.key as keyof typeof wanted]
            if (to !== undefined) all[to % all.length]?.focus()
            else if (event.key === 'Escape') close()
            else return
            event.preventDefault()
          }}
        >
          {items.map(({ label, icon, run, isChecked }) => (
            <button
              key={label}
              type="button"
              {...(isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': isChecked })}
              aria-disabled={!run}
              tabIndex={-1}
              onClick={() => {
                if (!run) return
                close()
                run()
              }}
            >
              <span class="menu-icon">{isChecked === false ? null : <Icon name={icon} />}</span>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
