// Chooses the URL of a picture in the size that a conversation shows.

/** Larger pictures are requested in this size if their host can resize them, in CSS pixels. */
const threshold = 480
/** Hosts that resize pictures whose URL ends in `=s<pixels>`. */
const sizesByEnding = /(^|\.)(googleusercontent\.com|ggpht\.com)$/

/** The URL of a picture in the size that a conversation needs. `size` is the original size, `density` the device pixels per CSS pixel. */
export function pictureFor(address: string, size: { width?: number; height?: number }, density: number): string {
  const wanted = Math.round(threshold * density)
  const known = Math.max(size.width ?? 0, size.height ?? 0)
  if ((known > 0 && known <= wanted) || !URL.canParse(address)) return address
  const url = new URL(address)
  if (!sizesByEnding.test(url.hostname)) return address
  return `${address.replace(/=[swh]\d+(-[a-z\d]+)*$/, '')}=s${wanted}`
}
