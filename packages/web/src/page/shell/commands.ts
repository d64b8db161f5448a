// The actions of the main page, with their keys, as used by the shortcuts, their sheet and the palette.

import type { Session, Target } from '@waypost/client'
import { isTargetSection, open, type Place, type Section, smsItem, smsPlaceOf } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import { pageCommands } from './en.ts'
import { $goToDate } from './go-to-date.ts'
import type { SectionEntry } from './sections.ts'

export const commandWords = i18n('page-commands', pageCommands)

export type CommandName = keyof ReturnType<(typeof commandWords)['get']>

/** The context of an action. */
export interface CommandContext {
  session: Session
  place: Place
  target: Target | undefined
  sections: readonly SectionEntry[]
  onPalette: () => void
  onSearch: () => void
  onSheet: () => void
  /** Undefined if it cannot be muted. */
  onMute: (() => void) | undefined
  onAsk: (what: 'block' | 'clear') => void
  onSignOut: () => void
}

export interface Command {
  id: string
  name: CommandName
  section?: Section
  /** The keys for display; `command` is the name of the modifier key for commands. */
  keys?(command: string): string
  pressed(event: KeyboardEvent): boolean
  /** Whether its keys are a single key, or follow `g`; those do nothing in fields and can be switched off. */
  single: 'no' | 'yes' | 'after g'
  notWhileTyping?: true
  /** Undefined if there is none in this context. */
  action(context: CommandContext): (() => void) | undefined
}

const hasCommand = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey

/** All actions, in the order of the sheet. */
export function commandsOf(sections: readonly SectionEntry[]): Command[] {
  return [
    {
      id: 'palette',
      name: 'palette',
      keys: (command) => `${command} K`,
      pressed: (event) => hasCommand(event) && event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey,
      single: 'no',
      action: ({ onPalette }) => onPalette,
    },
    single('search', '/', ({ onSearch }) => onSearch),
    stepCommand('next', 'Alt ↓', 1, false),
    stepCommand('previous', 'Alt ↑', -1, false),
    stepCommand('nextUnread', 'Alt Shift ↓', 1, true),
    stepCommand('previousUnread', 'Alt Shift ↑', -1, true),
    ...sections.flatMap(({ section, key }): Command[] =>
      key === undefined
        ? []
        : [
            {
              id: `go ${section}`,
              name: 'go',
              section,
              keys: () => `g ${key}`,
              pressed: (event) => event.key === key,
              single: 'after g',
              action: () => () => open(section),
            },
          ],
    ),
    single('newFriend', 'n', newIn('people')),
    single('newDevice', 'n', newIn('devices')),
    single('newFollowing', 'n', newIn('following')),
    single('newSource', 'n', newIn('sources')),
    single('newMessage', 'n', newIn('sms')),
    single('attach', 'a', attachFiles),
    single('mute', 'm', ({ onMute }) => onMute),
    single('date', 'd', () => $goToDate.get()),
    {
      id: 'nextRegion',
      name: 'nextRegion',
      keys: (command) => `${command} F6`,
      pressed: (event) => hasCommand(event) && event.key === 'F6' && !event.shiftKey,
      single: 'no',
      action: () => () => cycleRegion(1),
    },
    {
      id: 'previousRegion',
      name: 'previousRegion',
      keys: (command) => `${command} Shift F6`,
      pressed: (event) => hasCommand(event) && event.key === 'F6' && event.shiftKey,
      single: 'no',
      action: () => () => cycleRegion(-1),
    },
    {
      id: 'notices',
      name: 'notices',
      keys: () => 'F6',
      pressed: (event) => event.key === 'F6' && !hasCommand(event) && !event.altKey,
      single: 'no',
      action: () => () => document.querySelector<HTMLElement>('[data-region=toasts]')?.focus(),
    },
    single('sheet', '?', ({ onSheet }) => onSheet),
    {
      id: 'sheetAnywhere',
      name: 'sheet',
      keys: (command) => `${command} /`,
      pressed: (event) => hasCommand(event) && event.key === '/',
      single: 'no',
      action: ({ onSheet }) => onSheet,
    },
    { id: 'signOut', name: 'signOut', pressed: () => false, single: 'no', action: ({ onSignOut }) => onSignOut },
  ]
}

function single(name: CommandName, key: string, action: Command['action']): Command {
  return { id: name, name, keys: () => key, pressed: (event) => event.key === key, single: 'yes', action }
}

function stepCommand(name: CommandName, keys: string, by: 1 | -1, unreadOnly: boolean): Command {
  return {
    id: name,
    name,
    keys: () => keys,
    pressed: (event) =>
      event.altKey && !hasCommand(event) && event.key === (by === 1 ? 'ArrowDown' : 'ArrowUp') && event.shiftKey === unreadOnly,
    single: 'no',
    notWhileTyping: true,
    action: ({ session, place }) => {
      const key = isTargetSection(place.section) ? stepFrom(session, place, by, unreadOnly) : undefined
      return key === undefined ? undefined : () => open(place.section, key)
    },
  }
}

/** Starts adding an item to a section, while the section is open. */
function newIn(section: Section): Command['action'] {
  return ({ place }) => {
    if (place.section !== section) return undefined
    const { device } = section === 'sms' ? smsPlaceOf(place.item) : {}
    const item = section === 'sms' ? device && smsItem(device, 'new') : 'new'
    return item === undefined ? undefined : () => open(section, item)
  }
}

function attachFiles(): (() => void) | undefined {
  const button = document.querySelector<HTMLButtonElement>('main [data-attach]')
  return button ? () => button.click() : undefined
}

/** The next or previous target of the section's list, or the next unread one. */
function stepFrom(session: Session, { section, item }: Place, by: 1 | -1, unreadOnly: boolean): string | undefined {
  const { me, $people, $devices, $following, $sources, $unread } = session.target
  const lists = { people: () => [me, ...$people.get()], devices: $devices.get, following: $following.get, sources: $sources.get }
  const shown = isTargetSection(section) ? lists[section]().filter(({ archived, key }) => !archived || key === item) : []
  const keys = shown.map(({ key }) => key)
  const unread = $unread.get()
  const at = keys.indexOf(item ?? '')
  const rest = by === 1 ? keys.slice(at + 1) : keys.slice(0, Math.max(0, at)).reverse()
  return rest.find((key) => !unreadOnly || unread.has(key))
}

function cycleRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) =>
      region.checkVisibility({ visibilityProperty: true }) &&
      (region.dataset.region !== 'toasts' || region.childElementCount > 1),
  )
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + by + regions.length) % regions.length]
  const inside = ['[aria-current]', 'textarea', '[tabindex="0"]', 'a[href], button']
    .flatMap((selector) => [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])])
    .find((element) => element.checkVisibility())
  const goal = next?.tabIndex === 0 ? next : inside
  goal?.focus()
}
