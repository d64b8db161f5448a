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

/** Hosts that make a picture as small as the end of its URL says: below 5,000 pixels a side. */
const sized = /^https:\/\/([\w-]+\.)+(googleusercontent|ggpht)\.com\/[^?#]*=[swh][1-4]?\d{1,3}(-[a-z\d]+)*$/

/**
 * The URL of a picture that can be drawn as it is: it is on this server, which serves none of over 40 megapixels to be drawn, or a file here,
 * or its host bounds it. Undefined for any other: it may take more memory than there is.
 */
export function boundedImage(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  return ownImage(address) ?? (/^(blob:|\/(?!\/))/.test(address) || sized.test(address) ? address : undefined)
}
