import { createHash } from 'node:crypto'
import sharp from 'sharp'

const grounds = ['#be483d', '#9e6214', '#61761c', '#208046', '#057c79', '#3072c1', '#735acc', '#af3c7f']
const cloths = ['#f6e9d8', '#12405f', '#f1e3c4', '#f3c24f', '#2c4f46', '#3a2f5b', '#31324e', '#d8ecf2']
const skins = ['#f4cbb0', '#e7b794', '#d79f74', '#b97a50', '#7a4b2e', '#f3d3b4']
const shades = ['#4a2d1e', '#e8b24c', '#22160f', '#2a1a18', '#b2451f', '#1c1a22', '#8d8a86']
const hairs = [
  'M12 17c-1-7 3-10 8-10s9 3 8 10c-1-4-3-5-8-5s-7 1-8 5z',
  'M11 18c-1-8 3-12 9-12s10 4 9 12c0-2-2-4-3-5-3 1-9 1-12 0-1 1-3 3-3 5z',
  'M12 17c-2-2-1-4 0-5-1-3 2-5 4-4 1-3 6-3 7 0 3-1 5 1 4 4 2 1 2 4 1 5-1-3-3-4-8-4s-7 1-8 4z',
]
const longHairs = [
  'M11 19c-1-9 3-13 9-13s10 4 9 13c1 5 2 8 2 8h-5V17c-5 0-8-2-9-4-1 3-3 4-3 5v9H9s2-4 2-8z',
  'M11 24C9 12 13 6 20 6s11 6 9 18h-4v-8c-6 0-9 0-10-1v9z',
  'M10 20c-1-10 4-14 10-14s11 4 10 14l-1 6h-4V17c-4-1-6-3-7-5-1 3-3 5-4 6v8h-3z',
]
const beards = [
  '',
  'M13 20c0 8 4 10 7 10s7-2 7-10c-1 4-3 5-7 5s-6-1-7-5z',
  'M16 22.4c1.5-1.4 3-.8 4-.2 1-.6 2.5-1.2 4 .2-1.5 1-3 1-4 .4-1 .6-2.5.6-4-.4z',
]
const mouths = ['M18 24.6h4', 'M17.500 24q2.500 2 5 0', 'M17.500 24.200q2.500 1.200 5-.2']
const glasses = [
  '',
  '',
  '<circle cx="16.700" cy="18.500" r="2.700"/><circle cx="23.300" cy="18.500" r="2.700"/><path d="M19.400 18.500h1.200"/>',
]

export interface FaceOptions {
  seed: number
  /** Long hair, and no beard. */
  long: boolean
}

/** A square PNG with a face, always the same for the same options. */
export async function drawFace({ seed, long }: FaceOptions): Promise<Buffer> {
  const digest = createHash('sha256').update(String(seed)).digest()
  const part = (index: number, from: readonly string[]) => from[(digest[index] as number) % from.length] as string
  const skin = part(2, skins)
  const shade = part(3, shades)
  const eyes = '<circle cx="16.700" cy="18.500" r="1"/><circle cx="23.300" cy="18.500" r="1"/>'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="256" height="256">
    <path fill="${part(0, grounds)}" d="M0 0h40v40H0z"/>
    <path fill="${part(1, cloths)}" d="M5 41c0-9 6-12 15-12s15 3 15 12z"/>
    <path fill="${skin}" d="M16.500 24h7v6c-2 3-5 3-7 0z"/><ellipse cx="20" cy="18.500" rx="7.600" ry="8.600" fill="${skin}"/>
    <path fill="${shade}" d="${part(4, long ? longHairs : hairs)}"/>
    <path fill="${shade}" d="${long ? '' : part(5, beards)}"/>
    <g fill="#1d1a1a">${eyes}</g>
    <path d="${part(6, mouths)}" fill="none" stroke="#5a2f24" stroke-width="1.100" stroke-linecap="round"/>
    <g fill="none" stroke="#1d1a1a" stroke-width="1.100">${part(7, glasses)}</g></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
