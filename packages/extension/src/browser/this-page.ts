/** Calls back when the page closes. */
export function onLeaving(work: () => void): void {
  addEventListener('pagehide', work)
}

/** Whether the person is looking at this page now. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Calls back when the person may have started looking at this page. */
export function onLookedAt(work: () => void): () => void {
  addEventListener('focus', work)
  document.addEventListener('visibilitychange', work)
  return () => {
    removeEventListener('focus', work)
    document.removeEventListener('visibilitychange', work)
  }
}

/** The fragment of this page's address, decoded. */
export function placeInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** Writes the fragment of the address, so a reload shows the same place. */
export function writePlace(place: string): void {
  history.replaceState(null, '', place === '' ? location.pathname + location.search : `#${encodeURIComponent(place)}`)
}

export const closePage = (): void => close()

/** Copies a text to the clipboard and returns whether it could. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The picture of a data URL as a file. */
export async function fileOfDataUrl(url: string, name: string): Promise<File> {
  const blob = await (await fetch(url)).blob()
  return new File([blob], name, { type: blob.type })
}
