import './theme.css'
import { type ComponentChild, render } from 'preact'

/** Draws a page of the extension. */
export function startPage(page: ComponentChild): void {
  const root = document.getElementById('root')
  if (root) render(page, root)
}
