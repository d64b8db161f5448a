// Inserts this deployment's settings into the web client's page and manifest.

import type { PageHead } from '../http/static-file.ts'
import { pictureAddress, type ServerSettings, usualName } from '../settings/rules.ts'
import type { DrawLanding } from './landing.ts'
import type { Links } from './links.ts'

/** The settings that administrators change while the server runs, for pages. */
export interface ServerFacts {
  readonly now: ServerSettings
  onChange(listener: () => void): void
}

/** Settings of this deployment that the page passes to the web client. */
export interface WebFacts {
  supportEmail: string | undefined
  links: Links
  /** Whether Stripe takes card payments; its form needs a script. */
  stripe?: boolean
  /** `off`: people sign in with other providers only, and pages say nothing of passwords. */
  localSignIn?: 'on' | 'off'
  /** `off`: links have no previews, and settings say nothing of them. */
  linkPreviews?: 'on' | 'off'
  /** Whether this is a demo, which saves nothing. */
  demo?: 'on' | 'off'
  mailDomain?: string | undefined
  trackingUrl?: string | undefined
  /** Absent: the default name, and plans. */
  server?: ServerFacts
  /** The metadata in the head of an address's page, if it depends on stored data. */
  headOf?: (path: string, query: Readonly<Record<string, unknown>>) => Promise<PageHead | undefined>
  /** The administrator's files that replace built ones, by path; missing ones are ignored. */
  instead?: Readonly<Record<string, string>>
}

/** How each built file is completed, by path. */
export const withFacts: Readonly<Record<string, (built: string, facts: WebFacts) => string>> = {
  '/index.html': pageWith,
  '/manifest.webmanifest': manifestWith,
}

function metaOf({
  supportEmail,
  links,
  localSignIn,
  linkPreviews,
  demo,
  mailDomain,
  trackingUrl,
  server,
}: WebFacts): Record<string, string> {
  const { name = usualName, picture, plans, sold, signUp = 'open' } = server?.now ?? {}
  return {
    ...(supportEmail && { 'support-email': supportEmail }),
    ...(trackingUrl && { 'tracking-address': trackingUrl }),
    ...(name !== usualName && { 'server-name': name }),
    ...(picture && { 'server-picture': pictureAddress('', picture) }),
    ...(plans === 'off' && { plans }),
    ...(sold === false && { payments: 'none' }),
    ...(signUp !== 'open' && { 'sign-up': signUp }),
    ...(localSignIn === 'off' && { 'local-sign-in': localSignIn }),
    ...(linkPreviews === 'off' && { 'link-previews': linkPreviews }),
    ...(demo === 'on' && { demo }),
    ...(mailDomain && { 'mail-domain': mailDomain }),
    ...Object.fromEntries(Object.entries(links).map(([name, url]) => [`link-${name}`, url])),
  }
}

/** The page of `/`: visitors see the landing page before any script of the web client has loaded. */
export const landingWith = (page: string, facts: WebFacts, draw: DrawLanding): string =>
  pageWith(page, facts).replace('<noscript>', () => `${draw(metaOf(facts))}<noscript>`)

/** The page with the head of one address, as read by Open Graph (https://ogp.me) and feed readers. */
export function headedPage(page: string, { title, description, url, image, feeds }: PageHead): string {
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escaped(content)}" />`
  const feed = (type: string, href: string) =>
    `<link rel="alternate" type="${type}" title="${escaped(title)}" href="${escaped(href)}" />`
  const tags = [
    property('type', 'website'),
    property('title', title),
    property('description', description),
    property('url', url),
    ...(image ? [property('image', image)] : []),
    `<meta name="twitter:card" content="summary" />`,
    `<link rel="canonical" href="${escaped(url)}" />`,
    feed('application/atom+xml', feeds.atom),
    feed('application/feed+json', feeds.json),
  ]
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(
      /<meta name="description" content="[^"]*" \/>/,
      () => `<meta name="description" content="${escaped(description)}" />`,
    )
    .replace('</head>', () => `${tags.join('')}</head>`)
}

function pageWith(page: string, facts: WebFacts): string {
  const { name = usualName, picture } = facts.server?.now ?? {}
  const tags = Object.entries(metaOf(facts)).map(
    ([name, content]) => `<meta name="${escaped(name)}" content="${escaped(content)}" />`,
  )
  const named = page
    .replace(`<title>${usualName}</title>`, () => `<title>${escaped(name)}</title>`)
    .replace('</head>', () => `${tags.join('')}</head>`)
  if (!picture) return named
  const icon = `<link rel="icon" href="${escaped(pictureAddress('', picture))}" type="${picture.type}" />`
  return named.replace(/<link rel="icon"[^>]*>/, () => icon)
}

/** The manifest (https://www.w3.org/TR/appmanifest/) with which browsers install the web client as an app. */
function manifestWith(manifest: string, { server }: WebFacts): string {
  const { name = usualName, picture } = server?.now ?? {}
  if (name === usualName && !picture) return manifest
  const { icons, ...rest } = JSON.parse(manifest) as { icons: object[] }
  const own = picture && [{ src: pictureAddress('', picture), sizes: 'any', type: picture.type, purpose: 'any' }]
  return JSON.stringify({ ...rest, name, short_name: name, icons: own ?? icons })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
