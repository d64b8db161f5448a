import { $touch } from '../../browser/media.ts'

/** Focuses the field of the open place, or its title on touch screens, where a field would open the keyboard. */
export function focusMain(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const goal = (!$touch.get() && find('main [data-first]')) || find('main [data-title]')
  goal?.focus()
}
