/** A query parameter of this page's address; empty if missing. */
export const pageParameter = (name: string): string => new URLSearchParams(location.search).get(name) ?? ''

/** Sets the page's title. */
export function namePage(name: string): void {
  document.title = name
}

/** Closes this page's window, which the extension opened. */
export const closePage = (): void => window.close()

/** Copies a text, on a click in this page. */
export const copyInPage = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
