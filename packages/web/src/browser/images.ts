/** Upgrades an image URL to https, except on this machine and our own origin, which may have no https. */
export function secureImage(address: string | undefined): string | undefined {
  if (!address?.startsWith('http:') || !URL.canParse(address)) return address
  const url = new URL(address)
  const own = url.origin === globalThis.location?.origin
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost')
  return own || here ? address : address.replace(/^http:/, 'https:')
}

/** An image URL of this server; undefined for any other. */
export const ownImage = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) && new URL(address).origin === globalThis.location?.origin ? address : undefined

/**
 * The URL of a local picture that can be drawn directly: from this server, which serves no drawable picture of over 40 megapixels, or from
 * this page. Undefined for any other.
 */
export const localImage = (address: string | undefined): string | undefined =>
  ownImage(address) ?? (/^(blob:|\/(?!\/))/.test(address ?? '') ? address : undefined)
