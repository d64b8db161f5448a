/** Pictures larger than this are asked for in a smaller size where their host makes one, in pixels of the page. */
const threshold = 480
/** Hosts that answer a smaller picture to an address that ends in `=s<pixels>`. */
const sizesByEnding = /(^|\.)(googleusercontent\.com|ggpht\.com)$/

/** The address of a picture as a conversation needs it. `width` and `height` are the picture's own, `density` the pixels of a page pixel. */
export function pictureFor(address: string, size: { width?: number; height?: number }, density: number): string {
  const wanted = Math.round(threshold * density)
  const known = Math.max(size.width ?? 0, size.height ?? 0)
  if ((known > 0 && known <= wanted) || !URL.canParse(address)) return address
  const url = new URL(address)
  if (!sizesByEnding.test(url.hostname)) return address
  return `${address.replace(/=[swh]\d+(-[a-z\d]+)*$/, '')}=s${wanted}`
}
