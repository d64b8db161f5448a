// Makes the entries of the palette: everything that can be opened, sent to or done in this context.

import { useStore } from '@nanostores/react'
import { type Target, takesPushes } from '@waypost/client'
import {
  ArrowDown,
  ArrowUp,
  Bell,
  FileText,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  Plus,
  Search,
  Settings as SettingsIcon,
  ShieldCheck,
  Smartphone,
} from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { go, leaveFor } from '../browser/location.ts'
import { commandKey } from '../browser/system.ts'
import { lineOf, nameInWords } from '../format/names.ts'
import { headerLinks, linkWords } from '../page/header/links.ts'
import { type CommandContext, type CommandName, commandsOf } from '../page/shell/commands.ts'
import { $messageOffer, messageKeys, messageWords } from '../page/shell/message-commands.ts'
import { sectionNames } from '../page/shell/sections.ts'
import { settingsNames } from '../page/shell/settings-names.ts'
import { useCommandWords } from '../page/shell/use-command-words.ts'
import { fromPhoneItem, isOpen, isTargetSection, open, type Section, settingsTabs } from '../route.ts'
import { muteItem, targetActions } from '../target/menu-items.tsx'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { focusMain } from '../ui/accessibility/focus.ts'
import { i18n } from '../ui/language.ts'
import { paletteEntries } from './en.ts'
import styles from './Palette.module.css'
import type { PaletteEntry } from './palette-entries.ts'

const messages = i18n('palette-entries', paletteEntries)

export interface Entry extends PaletteEntry {
  picture: ReactNode
  keys?: string
}

/** The number of targets that the palette offers before anything is typed. */
const recent = 5

/** All entries. Of equally good matches, the first one is the best. */
export function usePaletteEntries(context: CommandContext): Entry[] {
  return [
    ...useMessageEntries(),
    ...useTargetEntries(context),
    ...useOpenTargetEntries(context),
    ...useCommandEntries(context),
    ...usePlaceEntries(context),
  ]
}

/** They are offered at once if the message has the focus. */
function useMessageEntries(): Entry[] {
  const t = useStore(messages)
  const words = useStore(messageWords)
  // As of when the palette opened, before the dialog took the focus.
  const [offer] = useState(() => $messageOffer.get())
  const [focused] = useState(() => document.activeElement?.closest('main article') != null)
  return (offer?.acts ?? []).map(
    (act): Entry => ({
      key: `message ${act}`,
      name: words[act],
      line: t.message({ words: offer?.words ?? '' }),
      asked: !focused,
      keys: messageKeys.find(([, each]) => each === act)?.[0] ?? '',
      picture: glyph(MessageSquare),
      run: () => offer?.run(act),
    }),
  )
}

/** The menu of the open target, except for items that ask inside the menu itself. */
function useOpenTargetEntries({ session, target, place, onAsk }: CommandContext): Entry[] {
  const { section } = place
  if (!target || !isTargetSection(section)) return []
  const mute = muteItem(session, target)?.label
  const items = targetActions({ session, target, section, onAsk })
  return items
    .filter(({ confirm }) => !confirm)
    .map(
      ({ label, icon, onSelect }, index): Entry => ({
        key: `target ${index}`,
        name: label,
        line: nameInWords(target),
        asked: true,
        ...(label === mute && { keys: 'm' }),
        picture: <span className={styles.glyph}>{icon}</span>,
        run: () => void onSelect(),
      }),
    )
}

function useTargetEntries({ session }: CommandContext): Entry[] {
  const t = useStore(messages)
  const names = useStore(sectionNames)
  const { target } = session
  const people = useStore(target.$people)
  const devices = useStore(target.$devices)
  const following = useStore(target.$following)
  const sources = useStore(target.$sources)
  return useMemo(() => {
    const all = [target.me, ...people, ...devices, ...following, ...sources]
    const entryOf = (each: Target, kind: 'open' | 'send', name: string, asked: boolean): Entry => {
      const section = target.sectionOf(each)
      return {
        key: `${kind} ${section} ${each.key}`,
        name,
        line: names[section],
        also: lineOf(each),
        asked,
        picture: <TargetAvatar target={each} size={28} />,
        run: () => (kind === 'open' ? openPlace : writeTo)(section, each.key),
      }
    }
    return [
      ...all.map((each, index) => entryOf(each, 'open', nameInWords(each), index >= recent)),
      ...all.filter(takesPushes).map((each) => entryOf(each, 'send', t.send({ name: nameInWords(each) }), true)),
    ]
  }, [target, people, devices, following, sources, names, t])
}

const commandIcons: Partial<Record<CommandName, LucideIcon>> = {
  search: Search,
  next: ArrowDown,
  previous: ArrowUp,
  nextUnread: ArrowDown,
  previousUnread: ArrowUp,
  newFriend: Plus,
  newDevice: Plus,
  newFollowing: Plus,
  newSource: Plus,
  newMessage: Plus,
  attach: Paperclip,
  notices: Bell,
  signOut: LogOut,
}

/** Commands that the palette leaves out: itself, and those in the menu of the open target. */
const notOffered = ['palette', 'mute']

function useCommandEntries(context: CommandContext): Entry[] {
  const t = useStore(messages)
  const words = useCommandWords()
  const command = commandKey()
  const icons = new Map(context.sections.map(({ section, Icon }) => [section, Icon]))
  const entries = new Map<string, Entry>()
  for (const each of commandsOf(context.sections)) {
    const action = notOffered.includes(each.id) ? undefined : each.action(context)
    const name = words(each)
    // Of two commands that do the same, the first one is enough.
    if (!action || entries.has(name)) continue
    const Icon = (each.section && icons.get(each.section)) ?? commandIcons[each.name] ?? Keyboard
    entries.set(name, {
      key: each.id,
      name,
      line: '',
      also: t.action,
      asked: !each.keys,
      ...(each.keys && { keys: each.keys(command) }),
      picture: glyph(Icon),
      run: each.section ? () => openPlace(each.section as Section) : action,
    })
  }
  return [...entries.values()]
}

function usePlaceEntries({ session }: CommandContext): Entry[] {
  const t = useStore(messages)
  const tabs = useStore(settingsNames)
  const pages = useStore(linkWords)
  const account = useStore(session.$account)
  const mirrors = useStore(session.device.$all).some(({ mirroring }) => mirroring === 'enabled')
  const fromPhone: Entry = {
    key: 'from phone',
    name: t.fromPhone,
    line: t.page,
    also: t.notifications,
    asked: true,
    picture: glyph(Smartphone),
    run: () => openPlace('devices', fromPhoneItem),
  }
  const administration: Entry = {
    key: 'administration',
    name: t.administration,
    line: t.page,
    asked: true,
    picture: glyph(ShieldCheck),
    run: () => openPlace('admin'),
  }
  return [
    ...(mirrors ? [fromPhone] : []),
    ...(account?.admin ? [administration] : []),
    ...settingsTabs.map(
      (tab): Entry => ({
        key: `tab ${tab}`,
        name: t.tab({ tab: tabs[tab] }),
        line: tabs.title,
        asked: true,
        picture: glyph(SettingsIcon),
        run: () => openPlace('settings', tab),
      }),
    ),
    ...headerLinks().map(
      ({ words, href, outside }): Entry => ({
        key: `page ${href}`,
        name: pages[words],
        line: t.page,
        asked: true,
        picture: glyph(FileText),
        run: () => (outside ? leaveFor(href) : go(href)),
      }),
    ),
  ]
}

const glyph = (Icon: LucideIcon) => (
  <span className={styles.glyph}>
    <Icon size={18} aria-hidden="true" />
  </span>
)

/** Moves the focus even if the place is already open. */
function openPlace(section: Section, item?: string): void {
  const already = item !== undefined && isOpen(section, item)
  open(section, item)
  if (already) focusMain()
}

/** The number of frames until a newly opened place has moved the focus. */
const settled = 3

/** On touch screens too, because the user asked to write. */
function writeTo(section: Section, key: string): void {
  openPlace(section, key)
  const toField = (frames: number) => {
    if (frames > 0) requestAnimationFrame(() => toField(frames - 1))
    else document.querySelector<HTMLElement>('main textarea')?.focus()
  }
  toField(settled)
}
