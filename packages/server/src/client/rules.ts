import { Refusal } from '@waypost/protocol'

/** What a developer says of an OAuth client, as parsed by the calls of `protocol/client.ts`. */
export interface ClientFields {
  name?: string | undefined
  website_url?: string | undefined
  image_url?: string | undefined
  redirect_uri?: string | undefined
  allowed_origin?: string | undefined
}

/** Refuses addresses that a consent page must not link to or send a browser to. @throws Refusal `invalid_param` */
export function checkFields({ website_url, image_url, redirect_uri, allowed_origin }: ClientFields): void {
  if (website_url !== undefined && !isWebAddress(website_url)) {
    throw Refusal.param('website_url', 'The website address has to begin with http:// or https://.')
  }
  if (image_url !== undefined && !isWebAddress(image_url)) {
    throw Refusal.param('image_url', 'The image address has to begin with http:// or https://.')
  }
  if (redirect_uri !== undefined && !isRedirectUri(redirect_uri)) {
    throw Refusal.param(
      'redirect_uri',
      "The redirect address has to begin with https://, http://localhost or an app's own scheme, and have no '#'.",
    )
  }
  if (allowed_origin !== undefined && !isOrigin(allowed_origin)) {
    throw Refusal.param('allowed_origin', 'The allowed origin has to look like https://example.org, without a path.')
  }
}

/** Schemes that run something, or show something, in place of handing the answer to an app. */
const schemesOfBrowsers =
  /^(javascript|vbscript|data|blob|filesystem|file|about|view-source|jar|ws|wss|ftp|mailto|tel|sms|intent)$/

/** Whether a code or token may be sent there: by https, to the developer's own machine, or to an app by its scheme. */
export function isRedirectUri(address: string): boolean {
  // What a parser would quietly repair, another parser may read otherwise.
  if (!URL.canParse(address) || /[\s\p{Cc}\\#]/u.test(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  return !schemesOfBrowsers.test(protocol.slice(0, -1))
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

function isOrigin(address: string): boolean {
  return isWebAddress(address) && [address, `${address}/`].includes(`${new URL(address).origin}/`)
}
