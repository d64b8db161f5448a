import { useSearch } from 'wouter'
import { useLocationProperty, usePathname } from 'wouter/use-browser-location'
import { go, readSetting, writeSetting } from './browser.ts'

/** What the part of the address before the hash shows. */
export type Page = 'main' | 'signin' | 'local-provider' | 'auth-error' | 'desktop-auth' | 'style-guide' | 'not-found'

/** The sections of the main page that exist. */
export const sections = ['people', 'devices'] as const
export type Section = (typeof sections)[number]

/** What the hash shows on the main page. Without an item the section itself is meant. */
export interface Place {
  section: Section
  item?: string
}

const pages: Record<string, Page> = {
  '/': 'main',
  '/index.html': 'main',
  '/signin': 'signin',
  '/provider/local': 'local-provider',
  '/auth_error': 'auth-error',
  '/desktop_auth': 'desktop-auth',
  '/style-guide': 'style-guide',
}

export function pageOf(path: string): Page {
  return pages[path] ?? 'not-found'
}

/** The place that a hash names; undefined for an empty hash or one that nothing answers to. */
export function placeOf(hash: string): Place | undefined {
  const [section, ...rest] = hash.replace(/^#/, '').split('/')
  if (!isSection(section)) return undefined
  const item = readable(rest.join('/'))
  return item ? { section, item } : { section }
}

/** The address of a place, e.g. `#people/ana@example.org`. */
export function hrefOf(section: Section, item?: string): string {
  return item === undefined ? `#${section}` : `#${section}/${encodeURIComponent(item).replaceAll('%40', '@')}`
}

/** A query string as keys and values; a pair without a value is dropped. */
export function readQuery(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''))
}

/** The last item of each section, so that opening the section comes back to it. `new` is no place to come back to. */
export function remembered(section: Section): string | undefined {
  const item = readMemory()[section]
  return typeof item === 'string' && item !== 'new' ? item : undefined
}

export function remember({ section, item }: Place): void {
  if (item === undefined || item === 'new') return
  writeSetting(memoryKey, JSON.stringify({ ...readMemory(), [section]: item }))
}

export function forget({ section, item }: Place): void {
  if (remembered(section) !== item) return
  writeSetting(memoryKey, JSON.stringify({ ...readMemory(), [section]: undefined }))
}

export const usePage = (): Page => pageOf(usePathname())
export const useQuery = (): Record<string, string> => readQuery(useSearch())

export function useHash(): string {
  return useLocationProperty(() => location.hash)
}

/** Opens a place of the main page. */
export function open(section: Section, item?: string, options: { replace?: boolean } = {}): void {
  go(`/${hrefOf(section, item)}`, options)
}

/** Whether the page shows this very item. */
export function isOpen(section: Section, item: string): boolean {
  const place = placeOf(location.hash)
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

function isSection(word: string | undefined): word is Section {
  return sections.some((section) => section === word)
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
