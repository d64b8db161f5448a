// What a page of the extension knows of itself.

/** A parameter of the address of this page; empty without one. */
export const pageParameter = (name: string): string => new URLSearchParams(location.search).get(name) ?? ''

/** Names this page for the browser. */
export function namePage(name: string): void {
  document.title = name
}

/** Closes the window of this page, which the extension has opened. */
export const closePage = (): void => window.close()

/** Copies a text, at a press in this page. */
export const copyInPage = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
