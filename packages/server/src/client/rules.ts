// Checks the fields of an OAuth client that its developer sets.

import { isRedirectUri, Refusal } from '@waypost/protocol'

/** The fields of an OAuth client that its developer sets, as parsed by the calls of `protocol/client.ts`. */
interface ClientFields {
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

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

function isOrigin(address: string): boolean {
  return isWebAddress(address) && [address, `${address}/`].includes(`${new URL(address).origin}/`)
}
