// Translates between addresses and screens: paths to pages, hashes to sections and items, queries to values.

import { setupStepNames } from '@waypost/client/setup/step-names'
import { useSearch } from 'wouter'
import { useLocationProperty, usePathname } from 'wouter/use-browser-location'
import { currentHash, currentPath, go } from './browser/location.ts'
import { readSetting, writeSetting } from './browser/storage.ts'

/** The pages that show data of the account, so they reload when another window signs out or in. */
const accountPaths = [
  '/',
  '/chat',
  '/share',
  '/device',
  '/subscribe',
  '/channels',
  '/channel',
  '/channel-popup',
  '/my-channels',
  '/my-channel',
  '/oauth',
  '/authorize',
  '/oauth-apps',
  '/pro',
  '/paypal-payment-approve',
  '/thankyou',
] as const

const pagePaths = [
  ...accountPaths,
  '/signin',
  '/provider/local',
  '/confirm-email',
  '/auth_error',
  '/desktop_auth',
  '/phone',
  '/apps',
  '/checkout',
  '/support',
  '/login-success',
  '/about',
  '/style-guide',
  '/page-preview',
  '/onecup-tests',
  '/physics-tests',
] as const

/** A page by its path, or one that several paths show. */
export type Page = (typeof pagePaths)[number] | 'markdown' | 'redirect' | 'not-found'

const otherPaths: Record<string, Page> = {
  '/index.html': '/',
  '/tos': 'markdown',
  '/privacy': 'markdown',
  '/press': 'markdown',
  '/unsubscribed': 'markdown',
  '/share-from-iphone': 'markdown',
  '/extension-privacy': 'markdown',
  '/blog': 'redirect',
  '/api': 'redirect',
  '/help': 'redirect',
  '/add-friend': 'redirect',
  '/create-client': 'redirect',
  '/account': 'redirect',
}

const targetSections = ['people', 'devices', 'following', 'sources'] as const
export type TargetSection = (typeof targetSections)[number]

const sections = ['setup', ...targetSections, 'sms', 'remotefiles', 'settings', 'admin'] as const
export type Section = (typeof sections)[number]

/** The tabs of the settings, in order. */
export const settingsTabs = [
  'account',
  'appearance',
  'notifications',
  'history',
  'devices',
  'invite',
  'people',
  'blocks',
  'channels',
  'apps',
  'clients',
  'webhooks',
  'encryption',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The tabs of the checklist: the progress, then one for each step. */
export const setupTabs = ['progress', ...setupStepNames] as const
export type SetupTab = (typeof setupTabs)[number]

/** The content of the main page: a section and, if any, an item of it. */
export interface Place {
  section: Section
  item?: string
}

/** Former paths that redirect to a place of the main page. */
const moved: Record<string, string> = {
  '/add-friend': '/#people/new',
  '/create-client': '/#settings/clients',
  '/account': '/#settings/account',
}

/** The page that a path shows. */
export function pageOf(path: string): Page {
  const page = pagePaths.find((each) => each === path) ?? (Object.hasOwn(otherPaths, path) ? otherPaths[path] : undefined)
  return page ?? (pressRelease.test(path) ? 'markdown' : 'not-found')
}

/** Whether a page shows data of the account. */
export const isOfAccount = (page: Page): boolean => accountPaths.some((path) => path === page)

const pressRelease = /^\/press\/[a-z0-9-]+$/

/** The name of a markdown page: the last part of its path. */
export const markdownName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The destination of a redirecting path; undefined for other paths. Without a blog or a help site, it is a page of this client. */
export function leadsTo(path: string, links: { blog?: string | undefined; help?: string | undefined }): string | undefined {
  if (path === '/api') return apiReference
  if (path === '/blog') return links.blog ?? '/press'
  if (path === '/help') return links.help ?? '/support'
  return Object.hasOwn(moved, path) ? moved[path] : undefined
}

/** The API reference, a page of the server. */
export const apiReference = '/docs/api'

/** The place that a hash names; undefined for an empty or unknown hash. */
export function placeOf(hash: string): Place | undefined {
  const [section, ...rest] = hash.replace(/^#/, '').split('/')
  if (!isSection(section)) return undefined
  const item = readable((isTargetSection(section) && isAbout(hash) ? rest.slice(0, -1) : rest).join('/'))
  return item ? { section, item } : { section }
}

/** The settings tab of an item, e.g. `clients` for `clients/new`; the first tab for an unknown item. */
export function settingsTabOf(item: string): SettingsTab {
  return settingsTabs.find((tab) => tab === item.split('/')[0]) ?? 'account'
}

/** The checklist tab of an item; the first tab for an unknown item. */
export function setupTabOf(item: string | undefined): SetupTab {
  return setupTabs.find((tab) => tab === item) ?? 'progress'
}

/** The hash of a place, e.g. `#people/ana@example.org`. */
export function hrefOf(section: Section, item?: string): string {
  if (item === undefined) return `#${section}`
  // Items of these sections have several parts: `#sms/<device>/<thread>`.
  const parted = /^(sources|sms|remotefiles|settings|admin)$/.test(section)
  return `#${section}/${parted ? item.split('/').map(escaped).join('/') : escaped(item)}`
}

/** The hash of the page about a target, which is part of its conversation's place. */
export const aboutOf = (section: TargetSection, key: string): string => `${hrefOf(section, key)}/about`

/** Whether the hash of a conversation names the page about its target. */
export const isAbout = (hash: string): boolean => /^#[^/]+\/[^/]+\/about$/.test(hash)

/** The item of an SMS place: a phone, one of its conversations, or `new`. */
export const smsItem = (device: string, thread?: string): string => (thread === undefined ? device : `${device}/${thread}`)

/** The item of a page about a source: its set-up, or its settings. */
export const sourceItem = (source: string, page: SourcePage): string => `${source}/${page}`
type SourcePage = 'setup' | 'settings'

/** The page about a source that an item names, if any. */
export const sourcePageOf = (item: string | undefined): SourcePage | undefined =>
  item?.endsWith('/setup') ? 'setup' : item?.endsWith('/settings') ? 'settings' : undefined

/** The parts of an SMS item: the phone, and its conversation or `new`. */
export function smsPlaceOf(item: string | undefined): { device?: string; thread?: string } {
  const [device, ...rest] = item?.split('/') ?? []
  const thread = rest.join('/')
  return device ? { device, ...(thread && { thread }) } : {}
}

/** The item of a folder: `<device>` for its home, or `<device>/~/Pictures`. */
export const folderItem = (device: string, path: string): string => (path === homePath ? device : `${device}/${path}`)

/** The parts of a remote files item: the device and the path of the folder. */
export function folderPlaceOf(item: string | undefined): { device?: string; path: string } {
  const [device, ...rest] = item?.split('/') ?? []
  return { ...(device && { device }), path: rest.join('/') || homePath }
}

const homePath = '~'

/** Whether a place is a list with one column. A phone without a conversation is the list of its conversations. */
export function isList({ section, item }: Place): boolean {
  return item === undefined || (section === 'sms' && smsPlaceOf(item).thread === undefined)
}

export function isTargetSection(section: Section): section is TargetSection {
  return targetSections.some((each) => each === section)
}

/** The path of the editor of a channel, by tag. */
export const editorOf = (tag: string): string => `/my-channel?tag=${encodeURIComponent(tag)}`

/** The path of the public page of a channel, by tag. */
export const channelAddress = (tag: string): string => `/channel?tag=${encodeURIComponent(tag)}`

/** The sign-in page, which returns to the open place of the main page. `more` adds fields to its query. */
export function signInAddress(hash: string, more: Record<string, string> = {}): string {
  const next = currentPath() === '/' && placeOf(hash) ? `/${hash}` : '/'
  const query = new URLSearchParams(more).toString()
  return `/signin?next=${next === '/' ? next : encodeURIComponent(next)}${query && `&${query}`}`
}

/** Parses a query string; empty values are dropped. */
export function readQuery(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''))
}

/** The open screen without personal data, for tracking: `/#people` for every conversation, `/not-found` for unknown paths. */
export function screenOf(path: string, hash: string): string {
  const page = pageOf(path)
  if (page === 'not-found') return '/not-found'
  const place = page === '/' ? placeOf(hash) : undefined
  return place ? `/#${place.section}` : path
}

/** The item of the devices that signs a phone in. */
export const phoneItem = 'phone'

/** The item of the devices that adds an Android phone. */
export const androidItem = 'android'

/** The item of the devices that lists the notifications of phones. */
export const fromPhoneItem = 'from-phone'

/** The last open item of a section. Screens that add an item aren't remembered. */
export function remembered(section: Section): string | undefined {
  const item = readMemory()[section]
  return typeof item === 'string' && !isNew(item) ? item : undefined
}

export function remember({ section, item }: Place): void {
  if (item === undefined || isNew(item)) return
  writeSetting(memoryKey, JSON.stringify({ ...readMemory(), [section]: item }))
}

export function forget({ section, item }: Place): void {
  if (remembered(section) !== item) return
  writeSetting(memoryKey, JSON.stringify({ ...readMemory(), [section]: undefined }))
}

export const usePage = (): Page => pageOf(usePathname())
export const usePath = (): string => usePathname()
export const useQuery = (): Record<string, string> => readQuery(useSearch())

export function useHash(): string {
  return useLocationProperty(currentHash, currentHash)
}

/** Opens a place of the main page. */
export function open(section: Section, item?: string, options: { replace?: boolean } = {}): void {
  go(`/${hrefOf(section, item)}`, options)
}

/** Whether an item is open. */
export function isOpen(section: Section, item: string): boolean {
  const place = placeOf(currentHash())
  return place?.section === section && place.item === item
}

const memoryKey = 'sidebar_target'

function readMemory(): Record<string, unknown> {
  try {
    const memory: unknown = JSON.parse(readSetting(memoryKey) ?? '{}')
    return typeof memory === 'object' && memory !== null ? { ...memory } : {}
  } catch {
    return {}
  }
}

/** Whether a word is the name of a section. */
export function isSection(word: string | undefined): word is Section {
  return sections.some((section) => section === word)
}

const isNew = (item: string): boolean =>
  ['new', phoneItem, androidItem].includes(item) || item.endsWith('/new') || sourcePageOf(item) !== undefined

const escaped = (item: string): string => encodeURIComponent(item).replaceAll('%40', '@')

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
