// Writes what this deployment has set into the page of the web client and into its manifest.

import { pictureAddress, type ServerSettings, usualName } from '../settings/rules.ts'
import type { Links } from './links.ts'

/** What administrators change while the server runs, as pages show it. */
export interface ServerFacts {
  readonly now: ServerSettings
  onChange(listener: () => void): void
}

/** Settings of this deployment that the page passes to the web client. */
export interface WebFacts {
  /** The support address, if there is one. */
  supportEmail: string | undefined
  links: Links
  /** Whether Stripe takes card payments; its form is a script of its own. */
  stripe?: boolean
  /** `off`: people sign in with other providers only, and pages say nothing of passwords. */
  localSignIn?: 'on' | 'off'
  /** `off`: links have no previews, and settings say nothing of them. */
  linkPreviews?: 'on' | 'off'
  /** Where pages send usage events. */
  trackingUrl?: string | undefined
  /** Absent: the usual name, and plans. */
  server?: ServerFacts
  /** Files of the administrator that replace built ones, by path; missing ones are ignored. */
  instead?: Readonly<Record<string, string>>
}

/** How each built file is completed, by path. */
export const withFacts: Readonly<Record<string, (built: string, facts: WebFacts) => string>> = {
  '/index.html': pageWith,
  '/manifest.webmanifest': manifestWith,
}

function pageWith(page: string, { supportEmail, links, localSignIn, linkPreviews, trackingUrl, server }: WebFacts): string {
  const { name = usualName, picture, plans, sold, signUp = 'open' } = server?.now ?? {}
  const meta = {
    ...(supportEmail && { 'support-email': supportEmail }),
    ...(trackingUrl && { 'tracking-address': trackingUrl }),
    ...(name !== usualName && { 'server-name': name }),
    ...(picture && { 'server-picture': pictureAddress('', picture) }),
    ...(plans === 'off' && { plans }),
    ...(sold === false && { payments: 'none' }),
    ...(signUp !== 'open' && { 'sign-up': signUp }),
    ...(localSignIn === 'off' && { 'local-sign-in': localSignIn }),
    ...(linkPreviews === 'off' && { 'link-previews': linkPreviews }),
    ...Object.fromEntries(Object.entries(links).map(([name, url]) => [`link-${name}`, url])),
  }
  const tags = Object.entries(meta).map(([name, content]) => `<meta name="${escaped(name)}" content="${escaped(content)}" />`)
  const named = page
    .replace(`<title>${usualName}</title>`, () => `<title>${escaped(name)}</title>`)
    .replace('</head>', () => `${tags.join('')}</head>`)
  if (!picture) return named
  const icon = `<link rel="icon" href="${escaped(pictureAddress('', picture))}" type="${picture.type}" />`
  return named.replace(/<link rel="icon"[^>]*>/, () => icon)
}

/** The manifest (https://www.w3.org/TR/appmanifest/), by which browsers install the web client as an app. */
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
