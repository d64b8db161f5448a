import { useEffect } from 'react'

/** Does what a visitor has pressed in the landing page before the app was there, see `inline/landing.js`. */
export function Pressed({ place }: { place: Element }): null {
  useEffect(() => {
    const button = place.querySelector<HTMLElement>('[data-pressed]')
    if (!button) return
    delete button.dataset.pressed
    button.click()
  }, [place])
  return null
}
