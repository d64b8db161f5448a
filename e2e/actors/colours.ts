import type { Locator } from '@playwright/test'

/** The hue of an element's colour in degrees: red is about 0 or 360, green about 120. */
export function hueOf(element: Locator, property: 'color' | 'background-color'): Promise<number> {
  return element.evaluate((node, property) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('There is no canvas.')
    canvas.fillStyle = getComputedStyle(node).getPropertyValue(property)
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
    if (most === least) return Number.NaN
    const sector =
      most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least)
    return (sector * 60 + 360) % 360
  }, property)
}

export const isRed = (hue: number) => hue < 20 || hue > 340
export const isGreen = (hue: number) => hue > 90 && hue < 170
