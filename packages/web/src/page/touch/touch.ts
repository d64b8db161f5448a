// Starts everything specific to touch screens. Loaded only on those.

import { stepBackTo } from '../../browser/touch/back.ts'
import { buzz } from '../../browser/touch/haptics.ts'
import { fitAboveKeyboard } from '../../browser/touch/keyboard.ts'
import { watchSwipes } from './swipe-back.ts'

/** Starts to fit the page above the keyboard, and to watch for gestures. */
export function watchTouch(): void {
  fitAboveKeyboard()
  watchSwipes()
  watchLinksBack()
  watchLongPresses()
}

/** Makes links back to a list go back in the history if the list was open before. */
function watchLinksBack(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-back]') : null
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && stepBackTo(link.href)) event.preventDefault()
  })
}

/** Buzzes when a menu opens under a resting finger. A menu opened by a tap opens after the finger has lifted. */
function watchLongPresses(): void {
  let rests = false
  document.addEventListener('pointerdown', ({ pointerType }) => {
    rests = pointerType === 'touch'
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, () => {
      rests = false
    })
  const onToggle = ({ newState, target }: ToggleEvent) => {
    if (rests && newState === 'open' && target instanceof Element && target.matches('[role=menu], [data-lifted]')) buzz()
  }
  document.addEventListener('beforetoggle', (event) => onToggle(event as ToggleEvent), { capture: true })
}
