// Draws the icons of the installed app from the two drawings in packages/web/public: node scripts/icons.ts
// Some systems take no SVG, and iOS takes one picture without transparency.

import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './prepare.mjs'

const folder = join(root, 'packages/web/public')

/** What each file is drawn from, and its width in pixels. */
const icons: Record<string, { from: string; width: number }> = {
  'icon-192.png': { from: 'icon.svg', width: 192 },
  'icon-512.png': { from: 'icon.svg', width: 512 },
  'icon-maskable-192.png': { from: 'icon-maskable.svg', width: 192 },
  'icon-maskable-512.png': { from: 'icon-maskable.svg', width: 512 },
  'icon-apple-180.png': { from: 'icon-maskable.svg', width: 180 },
  'icon-badge-96.png': { from: 'icon-badge.svg', width: 96 },
}

for (const [name, { from, width }] of Object.entries(icons)) {
  // Drawn at its final size, as a small drawing that is enlarged later is blurred.
  await sharp(join(folder, from), { density: 72 * 16 })
    .resize(width, width)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, 'img/app', name))
}
