import { isIos } from './ios.ts'

/** In pixels. Anything that covers less of the window is a browser bar. */
const leastKeyboard = 120

/**
 * Tells the style sheets which part of the window the keyboard leaves free: `--window`, `--window-top` and `--keyboard` of tokens.css. Only
 * iOS needs it: it draws its keyboard over the page, and shifts the page to show the field. Other browsers resize the page, as index.html
 * asks.
 */
export function fitAboveKeyboard(): void {
  const view = globalThis.visualViewport
  if (!view || !isIos()) return
  const { documentElement: root } = document
  const { style } = root

  function fit({ height, offsetTop, scale }: VisualViewport): void {
    // On a zoomed page, the hidden part isn't the keyboard's doing.
    if (scale > 1.01) return
    const open = root.clientHeight - height > leastKeyboard
    root.toggleAttribute('data-keyboard', open)
    if (!open) {
      for (const name of ['--window', '--window-top', '--keyboard']) style.removeProperty(name)
      return
    }
    // A page that fits the window needn't be shifted. A scrolling page stays where Safari has brought the field into view.
    if (root.scrollHeight <= root.clientHeight && scrollY > 0) scrollTo(0, 0)
    style.setProperty('--window', `${Math.round(height)}px`)
    style.setProperty('--window-top', `${Math.round(offsetTop)}px`)
    style.setProperty('--keyboard', `${Math.max(0, Math.round(root.clientHeight - height - offsetTop))}px`)
  }

  const again = () => fit(view)
  view.addEventListener('resize', again)
  view.addEventListener('scroll', again)
  again()
}
