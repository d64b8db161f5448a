import { linkTo } from '../browser/document.ts'
import { apiReference, pageOf } from '../route.ts'
import { i18n } from '../ui/language.ts'

/** Where header, hamburger and footer lead, said once. A page that does not exist, or an address nobody configured, has no link. */

export const linkWords = i18n('links', {
  navigation: 'Pages',
  home: 'Home',
  apps: 'Apps',
  channels: 'Channels',
  blog: 'Blog',
  pro: 'Pro',
  api: 'API',
  help: 'Help',
  android: 'Android app',
  press: 'Press',
  about: 'About Us',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  support: 'Support',
  elsewhere: 'Elsewhere',
})

export interface PageLink {
  words: keyof ReturnType<(typeof linkWords)['get']>
  href: string
  /** The browser loads it; other links stay in this client. */
  outside: boolean
}

type Wanted = readonly [words: PageLink['words'], where: string]

/** A path of this client, a name that whoever runs this server may have given an address, or a page of the server. */
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

/** The support page, or mail as long as there is none. */
export const supportAddress = (email: string): string => (pageOf('/support') === 'not-found' ? `mailto:${email}` : '/support')

function existing([words, where]: Wanted): PageLink[] {
  if (where === apiReference) return [{ words, href: where, outside: true }]
  if (!where.startsWith('link:')) return pageOf(where) === 'not-found' ? [] : [{ words, href: where, outside: false }]
  const href = linkTo(where.slice('link:'.length))
  return href ? [{ words, href, outside: true }] : []
}
