import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tokens = new Map(
  [...readFileSync(new URL('tokens.css', import.meta.url), 'utf8').matchAll(/^ {2}--([\w-]+): ([^;]*#[^;]+);$/gm)].map(
    ([, name = '', value = '']) => [name, [...value.matchAll(/#[\da-f]{6}/g)].map(([colour]) => colour)] as const,
  ),
)

function colourOf(name: string, theme: 'light' | 'dark'): string {
  const [light, dark = light] = tokens.get(name) ?? []
  const colour = theme === 'light' ? light : dark
  if (colour === undefined) throw new Error(`There is no colour --${name}.`)
  return colour
}

/** As WCAG 2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The text colours used on each background. */
const words: Record<string, readonly string[]> = {
  'pane-2': ['text', 'text-2', 'text-3', 'link', 'danger-text', 'flight-text'],
  'pane-3': ['text', 'text-2', 'text-3', 'link', 'danger-text', 'flight-text'],
  card: ['text', 'text-2', 'text-3', 'link', 'danger-text', 'flight-text'],
  hover: ['text', 'text-2', 'text-3', 'link'],
  select: ['text', 'text-2', 'text-3', 'link', 'on-accent-tint'],
  'accent-tint': ['on-accent-tint'],
  'bubble-in': ['text', 'text-2', 'text-3', 'link'],
  'bubble-out': ['on-out', 'out-2'],
  'out-plate': ['on-out', 'out-2'],
  'on-out': ['bubble-out'],
  'bubble-failed': ['text', 'text-2', 'danger-text'],
  flight: ['on-flight'],
  badge: ['on-badge'],
  ...Object.fromEntries(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'].map((hue) => [hue, ['on-a']])),
}

/** Non-text elements: marks, edges and rails. */
const shapes: Record<string, readonly string[]> = {
  'pane-3': ['accent-line', 'flight-line', 'line-strong'],
  'bubble-in': ['accent-line', 'line-strong'],
  'out-plate': ['out-2'],
}

it('words have a contrast of at least 4.5 on their ground, what is seen without words one of 3, in both themes', () => {
  const faults: string[] = []
  for (const theme of ['light', 'dark'] as const)
    for (const [least, pairs] of [
      [4.5, words],
      [3, shapes],
    ] as const)
      for (const [ground, shown] of Object.entries(pairs))
        for (const name of shown) {
          const contrast = contrastOf(colourOf(name, theme), colourOf(ground, theme))
          if (contrast < least) faults.push(`--${name} on --${ground}, ${theme}: ${contrast.toFixed(2)}`)
        }
  expect(faults).toEqual([])
})
