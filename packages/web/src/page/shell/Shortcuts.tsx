// Handles the keyboard shortcuts of the main page, and shows the list of them.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { useEffect, useRef, useState } from 'react'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { commandKey } from '../../browser/system.ts'
import { isTargetSection, open, type Place, smsItem, smsPlaceOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './Shortcuts.module.css'
import { useSections } from './sections.ts'

const messages = i18n('shortcuts', {
  title: 'Keyboard shortcuts',
  single: 'Single-key shortcuts',
  everywhere: 'Everywhere',
  search: 'Search',
  next: 'Next or previous conversation',
  unread: 'Next or previous unread',
  sections: 'People, Devices, Following, Texting, Remote Files, Settings',
  new: 'New: a friend, a device, something to follow, a text message',
  attach: 'Attach files',
  regions: 'Next or previous region',
  sheet: 'This list',
  writing: 'Writing',
  send: 'Send',
  line: 'New line',
  last: 'Last message, in an empty field',
  messages: 'On a message',
  move: 'Next, first or last message',
  openLink: 'Open',
  copy: 'Copy',
  retry: 'Retry',
  delete: 'Delete',
})

const singleKeysSetting = 'single_keys'
/** The time for the second key after `g`, in milliseconds. */
const chord = 1_500

interface ShortcutsProps {
  place: Place
  onSearch: () => void
}

/** The keyboard shortcuts of the main page, and the sheet that lists them. */
export function Shortcuts({ place, onSearch }: ShortcutsProps) {
  const session = useSession()
  const sections = useSections()
  const [sheet, setSheet] = useState(false)
  const [single, setSingle] = useState(() => readSetting(singleKeysSetting) !== 'off')
  // When `g` was pressed; initially never.
  const going = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open')) return
      const command = event.ctrlKey || event.metaKey
      const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      const act = ((): (() => void) | undefined => {
        if (command && event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey) return onSearch
        if (command && event.key === '/') return () => setSheet(true)
        if (command && event.key === 'F6') return () => cycleRegion(event.shiftKey ? -1 : 1)
        if (event.key === 'F6' && !event.altKey) return () => document.querySelector<HTMLElement>('[data-region=toasts]')?.focus()
        if (event.altKey && !command && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          if (field && event.target.value !== '') return undefined
          return () => step(session, place, event.key === 'ArrowUp' ? -1 : 1, event.shiftKey)
        }
        if (field || command || event.altKey || !single) return undefined
        if (event.key === '?') return () => setSheet(true)
        if (event.timeStamp - going.current < chord) {
          going.current = Number.NEGATIVE_INFINITY
          const goal = sections.find(({ key }) => key === event.key)
          return goal && (() => open(goal.section))
        }
        if (event.key === 'g')
          return () => {
            going.current = event.timeStamp
          }
        if (event.key === 'a') return attachFiles()
        const fresh = event.key === 'n' ? newItem(place) : undefined
        if (fresh !== undefined) return () => open(place.section, fresh)
        return undefined
      })()
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [session, place, sections, single, onSearch])

  if (!sheet) return null
  return (
    <Sheet
      single={single}
      onSingle={(on) => {
        setSingle(on)
        writeSetting(singleKeysSetting, on ? undefined : 'off')
      }}
      onClose={() => setSheet(false)}
    />
  )
}

function Sheet({ single, onSingle, onClose }: { single: boolean; onSingle: (on: boolean) => void; onClose: () => void }) {
  const t = useStore(messages)
  const command = commandKey()
  const groups: [string, [string, string][]][] = [
    [
      t.everywhere,
      [
        [`${command} K`, t.search],
        ['Alt ↑ ↓', t.next],
        ['Alt Shift ↑ ↓', t.unread],
        ['g p d f t r s', t.sections],
        ['n', t.new],
        ['a', t.attach],
        [`${command} F6`, t.regions],
        ['?', t.sheet],
      ],
    ],
    [
      t.writing,
      [
        ['Enter', t.send],
        ['Shift Enter', t.line],
        ['↑', t.last],
      ],
    ],
    [
      t.messages,
      [
        ['↑ ↓ Home End', t.move],
        ['Enter', t.openLink],
        ['c', t.copy],
        ['r', t.retry],
        ['Delete', t.delete],
      ],
    ],
  ]
  return (
    <Dialog title={t.title} onClose={onClose}>
      {groups.map(([title, lines]) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.group}>{title}</h3>
          <dl className={styles.lines}>
            {lines.map(([keys, does]) => (
              <div key={keys + does}>
                <dt>{does}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className={styles.switch}>
        <input type="checkbox" checked={single} onChange={(event) => onSingle(event.target.checked)} />
        {t.single}
      </label>
    </Dialog>
  )
}

/** Presses the attach button of the open conversation, if there is one. */
function attachFiles(): (() => void) | undefined {
  const button = document.querySelector<HTMLButtonElement>('main [data-attach]')
  return button ? () => button.click() : undefined
}

/** The item of a section that adds something. */
function newItem({ section, item }: Place): string | undefined {
  if (isTargetSection(section)) return 'new'
  const { device } = section === 'sms' ? smsPlaceOf(item) : {}
  return device && smsItem(device, 'new')
}

/** Opens the next or previous target of the section's list, or the next unread one. */
function step(session: Session, { section, item }: Place, by: 1 | -1, unreadOnly: boolean): void {
  const unread = session.target.$unread.get()
  const keys = keysOf(session, section)
  const at = keys.indexOf(item ?? '')
  for (let index = at + by; index >= 0 && index < keys.length; index += by) {
    const key = keys[index]
    if (key === undefined || (unreadOnly && !unread.has(key))) continue
    open(section, key)
    return
  }
}

function keysOf(session: Session, section: Place['section']): string[] {
  const { me, $people, $devices, $following } = session.target
  if (!isTargetSection(section)) return []
  return { people: [me, ...$people.get()], devices: $devices.get(), following: $following.get() }[section].map(({ key }) => key)
}

/** Moves the focus to the next or previous region of the page. */
function cycleRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.checkVisibility() && (region.dataset.region !== 'toasts' || region.childElementCount > 1),
  )
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + by + regions.length) % regions.length]
  const inside = ['[aria-current]', 'textarea', '[tabindex="0"]', 'a[href], button']
    .flatMap((selector) => [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])])
    .find((element) => element.checkVisibility())
  const goal = next?.tabIndex === 0 ? next : inside
  goal?.focus()
}
