import { useEffect } from 'react'

/** Replays what a visitor clicked on the landing page before the app had loaded; see `inline/landing.js`. */
export function Pressed({ place }: { place: Element }): null {
  useEffect(() => {
    const button = place.querySelector<HTMLElement>('[data-pressed]')
    if (!button) return
    delete button.dataset.pressed
    button.click()
  }, [place])
  return null
}
