import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Two hills under a sky. The colours set the time of day, the number the places of sun and hills. */
const landscapes = [
  { name: 'Before sunrise', sky: ['#1b2a49', '#e8846b'], hills: ['#3b4d6b', '#22304a'] },
  { name: 'Morning fog', sky: ['#b8d4e3', '#f7efe1'], hills: ['#8fb0ab', '#5d8a80'] },
  { name: 'Noon at the coast', sky: ['#3ba7d8', '#d5eff7'], hills: ['#4f9d69', '#2f6f4e'] },
  { name: 'The red ridge', sky: ['#f2a65a', '#fbe3c0'], hills: ['#b5533c', '#7c3226'] },
  { name: 'Last ferry', sky: ['#40356f', '#f08a5d'], hills: ['#5b3d6e', '#2c1f45'] },
  { name: 'Night with moon', sky: ['#0b1026', '#2b3a67'], hills: ['#1a2440', '#0d1426'] },
]

/** A landscape as a JPEG. */
export async function drawLandscape(index: number, width = 1_600, height = 1_067): Promise<{ name: string; bytes: Buffer }> {
  const { name, sky, hills } = landscapes[index % landscapes.length] as (typeof landscapes)[number]
  const x = 250 + ((index * 377) % 1_100)
  const far = `M0 ${680 - index * 12} Q 400 ${430 + index * 25} 800 ${640} T 1600 ${560 + index * 15} V 1067 H 0 Z`
  const near = `M0 ${860 - index * 8} Q 500 ${680 + index * 20} 950 ${850} T 1600 ${790 - index * 10} V 1067 H 0 Z`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1067" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="1600" height="1067" fill="url(#sky)"/>
    <circle cx="${x}" cy="${260 + index * 30}" r="70" fill="#fff6e0" opacity="0.85"/>
    <path d="${far}" fill="${hills[0]}"/><path d="${near}" fill="${hills[1]}"/></svg>`
  return { name: `${name}.jpg`, bytes: await sharp(Buffer.from(drawing)).jpeg({ quality: 82 }).toBuffer() }
}

const papers = {
  'Documents/Packing list.txt': 'Tent\nStove, and the lighter that works\nRain jackets\nMap\nCoffee\n',
  'Documents/Recipes/Flat bread.md':
    '# Flat bread\n\n500 g flour, 300 ml water, 10 g salt, a spoon of oil. Rest an hour, bake hot.\n',
  'Documents/Budget.csv': 'month,rent,food\n2024-09,840,310\n2024-10,840,295\n2024-11,840,322\n',
}

/** Fills the shared folder of the demonstration with pictures, documents and an empty folder. */
export async function fillFolder(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(papers)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, 'Pictures', 'Coast'), { recursive: true })
  mkdirSync(join(folder, 'Drafts'))
  for (const index of landscapes.keys()) {
    const { name, bytes } = await drawLandscape(index)
    writeFileSync(join(folder, 'Pictures', 'Coast', name), bytes)
  }
}
