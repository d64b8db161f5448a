import { $touch } from '../browser/media.ts'

/**
 * Takes the focus to where the open place is used: its field, with a keyboard or a fine pointer; else its title, as a field would bring
 * up a keyboard over half of the screen.
 */
export function focusMain(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const goal = (!$touch.get() && find('main [data-first]')) || find('main [data-title]')
  goal?.focus()
}
