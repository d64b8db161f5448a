import { on } from './observed.ts'

/** A window that this page opened. */
export interface Popup {
  isOpen(): boolean
  focus(): void
  /** Calls back with messages of our own origin from that window. */
  listen(listener: (message: unknown) => void): () => void
}

interface PopupOptions {
  /** A window with the same name is reused. */
  name: string
  /** In CSS pixels. */
  width: number
  height: number
}

/** Opens one of our paths in a popup centered over this window; undefined if the browser blocks it. */
export function openPopup(path: string, { name, width, height }: PopupOptions): Popup | undefined {
  const left = Math.round(Math.max(0, screenX + (outerWidth - width) / 2))
  const top = Math.round(Math.max(0, screenY + (outerHeight - height) / 2))
  const opened = window.open(path, name, `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!opened) return undefined
  return {
    isOpen: () => !opened.closed,
    focus: () => opened.focus(),
    listen: (listener) =>
      on(window, ['message'], ({ source, origin, data }: MessageEvent) => {
        if (source === opened && origin === location.origin) listener(data)
      }),
  }
}

/** Whether the opener is showing our page at that path. */
export function openedBy(path: string): boolean {
  try {
    return window.opener?.location.pathname === path
  } catch {
    // The opener is a window of another origin.
    return false
  }
}

/** Whether a page opened this window by script. */
export const isPopup = (): boolean => window.opener !== null

/** Posts a message to the opener, if it shows a page of our own origin. */
export function tellOpener(message: object): void {
  window.opener?.postMessage(message, location.origin)
}

/**
 * Posts a message to the opener; the browser delivers it only while the opener shows a page of `origin`.
 * @returns whether there is an opener
 */
export function tellOpenerFrom(origin: string, message: object): boolean {
  const opener: Window | null = window.opener
  if (!opener || opener.closed) return false
  opener.postMessage(message, origin)
  return true
}

/** Closes this window. Browsers allow it if a script opened the window. */
export const closeWindow = (): void => window.close()

/** Opens another site in a new tab, without opener and referrer. */
export function openInNewTab(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}
