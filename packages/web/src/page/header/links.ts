// Lists the links of header, menu and footer. Missing pages and unconfigured URLs get no link.

import { linkTo } from '../../browser/document.ts'
import { $proOffered } from '../../browser/server-facts.ts'
import { apiReference, pageOf } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import { links } from './en.ts'

export const linkWords = i18n('links', links)

export interface PageLink {
  words: keyof ReturnType<(typeof linkWords)['get']>
  href: string
  /** A link that the browser loads, rather than a page of this client. */
  outside: boolean
}

type Wanted = readonly [words: PageLink['words'], where: string]

/** The path of a page, or `link:` and the name of a URL that the operator may have configured. */
const inHeader: readonly Wanted[] = [
  ['apps', '/apps'],
  ['channels', '/channels'],
  ['blog', 'link:blog'],
  ['pro', '/pro'],
  ['api', apiReference],
  ['help', 'link:help'],
]

const inFooter: readonly Wanted[] = [
  ['android', 'link:android'],
  ['apps', '/apps'],
  ['channels', '/channels'],
  ['pro', '/pro'],
  ['api', apiReference],
  ['press', '/press'],
  ['about', '/about'],
  ['privacy', '/privacy'],
  ['terms', '/tos'],
]

/** Names of social networks are the same in every language. */
const networks = {
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  x: 'X',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  github: 'GitHub',
} as const

export const headerLinks = (): PageLink[] => inHeader.flatMap(existing)
export const footerLinks = (): PageLink[] => inFooter.flatMap(existing)

export function socialLinks(): { name: string; href: string }[] {
  return Object.entries(networks).flatMap(([key, name]) => {
    const href = linkTo(key)
    return href ? [{ name, href }] : []
  })
}

function existing([words, where]: Wanted): PageLink[] {
  if (where === '/pro' && !$proOffered.get()) return []
  if (where === apiReference) return [{ words, href: where, outside: true }]
  if (!where.startsWith('link:')) return pageOf(where) === 'not-found' ? [] : [{ words, href: where, outside: false }]
  const href = linkTo(where.slice('link:'.length))
  return href ? [{ words, href, outside: true }] : []
}
