// The appearance chosen in this browser. `public/theme.js` reads it before the first paint and maintains the page's attributes.

import { computed } from 'nanostores'
import { observed } from './observed.ts'
import { writeSetting } from './storage.ts'

/** The appearance settings, as stored and shown. */
export interface Look {
  theme: 'system' | 'light' | 'dark'
  density: 'roomy' | 'compact'
  /** Of body text, in pixels. */
  text_size: '14' | '15' | '17' | '19'
  motion: 'full' | 'less'
}

const root = document.documentElement

function current(): Look {
  const { theme = 'system', density = 'roomy', textSize = '15', motion = 'full' } = root.dataset
  return { theme, density, text_size: textSize, motion } as Look
}

/** The appearance of the page; follows changes from other windows. */
export const $look = observed(current, (again) => {
  const observer = new MutationObserver(again)
  observer.observe(root, { attributeFilter: ['data-theme', 'data-density', 'data-text-size', 'data-motion'] })
  return () => observer.disconnect()
})

/** Whether motion should be reduced. */
export const $reducedMotion = computed($look, ({ motion }) => motion === 'less')

/** Changes one appearance setting, at once and in all windows of this browser. */
export function chooseLook<Part extends keyof Look>(part: Part, value: Look[Part]): void {
  writeSetting(part, value)
  dispatchEvent(new Event('appearance'))
}
