import { isIos } from './ios.ts'

/** What covers less of the window is a bar of the browser, in pixels. */
const leastKeyboard = 120

/**
 * Tells the style sheets which part of the window the keyboard leaves: `--window`, `--window-top` and `--keyboard` of tokens.css. Only iOS
 * needs it; it draws its keyboard over the page, and moves the page up to show the field. Other browsers resize the page, as index.html asks.
 */
export function fitAboveKeyboard(): void {
  const view = globalThis.visualViewport
  if (!view || !isIos()) return
  const { documentElement: root } = document
  const { style } = root

  function fit({ height, offsetTop, scale }: VisualViewport): void {
    // What a zoomed page hides is not hidden by a keyboard.
    if (scale > 1.01) return
    const open = root.clientHeight - height > leastKeyboard
    root.toggleAttribute('data-keyboard', open)
    if (!open) {
      for (const name of ['--window', '--window-top', '--keyboard']) style.removeProperty(name)
      return
    }
    // A page that fits its window need not be moved. One that scrolls stays where Safari has brought the field into view.
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
