// What a page of the extension asks of the window that it is in.

/** Calls back when the page closes. */
export function onLeaving(work: () => void): void {
  addEventListener('pagehide', work)
}

/** Whether the person looks at this page now. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Calls back when the person may have begun to look at this page. */
export function onLookedAt(work: () => void): () => void {
  addEventListener('focus', work)
  document.addEventListener('visibilitychange', work)
  return () => {
    removeEventListener('focus', work)
    document.removeEventListener('visibilitychange', work)
  }
}

/** The part of the address of this page after `#`, decoded. */
export function placeInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** Writes the part of the address after `#`, so that a reload shows the same. */
export function writePlace(place: string): void {
  history.replaceState(null, '', place === '' ? location.pathname + location.search : `#${encodeURIComponent(place)}`)
}

export const closePage = (): void => close()

/** Puts a text on the clipboard. @returns whether the browser did it */
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
