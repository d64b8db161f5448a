// Draws the icons of the installed app and of the browser extension from the drawings in packages/web/public: node scripts/icons.ts
// Some systems don't support SVG, and iOS needs one picture without transparency.

import { join } from 'node:path'
import sharp, { type PngOptions } from 'sharp'
import { root } from './prepare.mjs'

const folder = join(root, 'packages/web/public')
const extensionIcons = join(root, 'packages/extension/icons')
/** Sizes that the manifest of the extension names, in pixels. */
const iconSizes = [16, 32, 48, 128]

/** By file; the width is in pixels. */
const icons: Record<string, { from: string; width: number }> = {
  'icon-192.png': { from: 'icon.svg', width: 192 },
  'icon-512.png': { from: 'icon.svg', width: 512 },
  'icon-maskable-192.png': { from: 'icon-maskable.svg', width: 192 },
  'icon-maskable-512.png': { from: 'icon-maskable.svg', width: 512 },
  'icon-apple-180.png': { from: 'icon-maskable.svg', width: 180 },
  'icon-badge-96.png': { from: 'icon-badge.svg', width: 96 },
}

for (const [name, { from, width }] of Object.entries(icons)) await draw(from, width, join(folder, 'img/app', name))
// A small palette is enough for two colours and their edges, and every zip contains these icons.
for (const width of iconSizes)
  await draw('icon.svg', width, join(extensionIcons, `icon-${width}.png`), { colours: 16, dither: 0 })

async function draw(from: string, width: number, to: string, options: PngOptions = {}): Promise<void> {
  // Rendered at a high density: enlarging a small drawing would blur it.
  await sharp(join(folder, from), { density: 72 * 16 })
    .resize(width, width)
    .png({ compressionLevel: 9, palette: true, ...options })
    .toFile(to)
}
