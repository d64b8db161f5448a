import { useSearch } from 'wouter'
import { useLocationProperty, usePathname } from 'wouter/use-browser-location'
import { currentHash, go } from './browser/location.ts'
import { readSetting, writeSetting } from './browser/storage.ts'

/** The paths of the pages of this client. */
const pagePaths = [
  '/',
  '/chat',
  '/signin',
  '/provider/local',
  '/auth_error',
  '/desktop_auth',
  '/device',
  '/apps',
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
  '/checkout',
  '/paypal-payment-approve',
  '/thankyou',
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
  '/blog': 'redirect',
  '/api': 'redirect',
  '/help': 'redirect',
  '/add-friend': 'redirect',
  '/create-client': 'redirect',
  '/account': 'redirect',
}

/** The sections of the main page that list targets. */
export const targetSections = ['people', 'devices', 'following'] as const
export type TargetSection = (typeof targetSections)[number]

/** All sections of the main page that exist. */
export const sections = ['setup', ...targetSections, 'sms', 'remotefiles', 'settings'] as const
export type Section = (typeof sections)[number]

/** The tabs of the settings that exist, in their order. */
export const settingsTabs = [
  'account',
  'history',
  'devices',
  'invite',
  'people',
  'blocks',
  'channels',
  'apps',
  'clients',
  'encryption',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The tabs of the checklist: how far one is, then a tab for each step. */
export const setupTabs = [
  'progress',
  'mobile',
  'desktop',
  'sms',
  'notifications',
  'links',
  'files',
  'chat',
  'channels',
  'invite',
] as const
export type SetupTab = (typeof setupTabs)[number]

/** What the hash shows on the main page. Without an item the section itself is meant. */
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

const pressRelease = /^\/press\/[a-z0-9-]+$/

/** The name of the text that a page of markdown shows: the last part of its path. */
export const markdownName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Where a path leads on to; undefined for one that shows something itself. `apiReference` is served by the server. */
export function leadsTo(path: string, links: { blog?: string | undefined; help?: string | undefined }): string | undefined {
  if (path === '/api') return apiReference
  if (path === '/blog') return links.blog
  if (path === '/help') return links.help
  return Object.hasOwn(moved, path) ? moved[path] : undefined
}

/** The reference of the API is a page of the server, not of this client. */
export const apiReference = '/docs/api'

/** The place that a hash names; undefined for an empty hash or one that nothing answers to. */
export function placeOf(hash: string): Place | undefined {
  const [section, ...rest] = hash.replace(/^#/, '').split('/')
  if (!isSection(section)) return undefined
  const item = readable(rest.join('/'))
  return item ? { section, item } : { section }
}

/** The tab that an item of the settings opens, e.g. `clients/new` that of the clients: a name that there is none of opens the first one. */
export function settingsTabOf(item: string): SettingsTab {
  return settingsTabs.find((tab) => tab === item.split('/')[0]) ?? 'account'
}

/** The tab that an item of the checklist opens: a name that there is no step of opens the first one. */
export function setupTabOf(item: string | undefined): SetupTab {
  return setupTabs.find((tab) => tab === item) ?? 'progress'
}

/** The address of a place, e.g. `#people/ana@example.org`. */
export function hrefOf(section: Section, item?: string): string {
  if (item === undefined) return `#${section}`
  // What stands on a device is named after the device, and a client after its tab: `#sms/<device>/<thread>`.
  const parted = section === 'sms' || section === 'remotefiles' || section === 'settings'
  return `#${section}/${parted ? item.split('/').map(escaped).join('/') : escaped(item)}`
}

/** The item of something on a phone: its conversations, one of them, or `new`. */
export const smsItem = (device: string, thread?: string): string => (thread === undefined ? device : `${device}/${thread}`)

/** The phone of a place of texting, and the conversation on it, or `new`. */
export function smsPlaceOf(item: string | undefined): { device?: string; thread?: string } {
  const [device, ...rest] = item?.split('/') ?? []
  const thread = rest.join('/')
  return device ? { device, ...(thread && { thread }) } : {}
}

/** The item of a folder of a device: `<device>` for its home, or `<device>/~/Pictures`. */
export const folderItem = (device: string, path: string): string => (path === homePath ? device : `${device}/${path}`)

/** The device of a place of remote files, and the path of the folder on it. */
export function folderPlaceOf(item: string | undefined): { device?: string; path: string } {
  const [device, ...rest] = item?.split('/') ?? []
  return { ...(device && { device }), path: rest.join('/') || homePath }
}

/** What every device calls its home. */
const homePath = '~'

/** Whether a place is a list rather than something on it, where there is no room for both. A phone alone is the list of its conversations. */
export function isList({ section, item }: Place): boolean {
  return item === undefined || (section === 'sms' && smsPlaceOf(item).thread === undefined)
}

export function isTargetSection(section: Section): section is TargetSection {
  return targetSections.some((each) => each === section)
}

/** Where the own channel of a tag is edited. */
export const editorOf = (tag: string): string => `/my-channel?tag=${encodeURIComponent(tag)}`

/** The page of a channel that anybody may see. */
export const channelAddress = (tag: string): string => `/channel?tag=${encodeURIComponent(tag)}`

/** A query string as keys and values; a pair without a value is dropped. */
export function readQuery(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''))
}

/** What is on screen, without whose: `/#people` for every conversation. A path that names no page is not repeated. */
export function screenOf(path: string, hash: string): string {
  const page = pageOf(path)
  if (page === 'not-found') return '/not-found'
  const place = page === '/' ? placeOf(hash) : undefined
  return place ? `/#${place.section}` : path
}

/** The last item of each section, so that opening the section comes back to it. `new` is no place to come back to. */
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
  return useLocationProperty(currentHash)
}

/** Opens a place of the main page. */
export function open(section: Section, item?: string, options: { replace?: boolean } = {}): void {
  go(`/${hrefOf(section, item)}`, options)
}

/** Whether the page shows this very item. */
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

/** Whether there is a section of that name. */
export function isSection(word: string | undefined): word is Section {
  return sections.some((section) => section === word)
}

const isNew = (item: string): boolean => item === 'new' || item.endsWith('/new')

const escaped = (item: string): string => encodeURIComponent(item).replaceAll('%40', '@')

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
