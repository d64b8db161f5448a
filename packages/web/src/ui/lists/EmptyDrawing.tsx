// Draws the six pictures of empty states: 160 × 112 px and less than 1 kB each, in the theme's colours.

import type { ReactNode } from 'react'
import styles from './EmptyDrawing.module.css'

export type Drawing = 'conversation' | 'devices' | 'channels' | 'box' | 'torn' | 'signpost'

/**
 * `line`, `lane` and `white` are strokes, `card` a stroke around the colour of cards, `pale`, `teal` and `spot` are filled. Each drawing has one
 * amber thing, a lane or a spot.
 */
const { line, lane, white, card, pale, teal, spot } = styles

const drawings: Record<Drawing, ReactNode> = {
  // Two bubbles above a dotted lane.
  conversation: (
    <>
      <path className={lane} d="M12 96h136" strokeDasharray="2 9" />
      <path className={pale} d="M26 22h54a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10H30a4 4 0 0 1-4-4z" />
      <path className={teal} d="M80 50h44a10 10 0 0 1 10 10v20a4 4 0 0 1-4 4H80a10 10 0 0 1-10-10V60a10 10 0 0 1 10-10z" />
      <path className={line} d="M40 36h34M40 46h22" />
      <path className={white} d="M84 64h34M84 73h20" />
    </>
  ),
  // A laptop, a lane and a phone.
  devices: (
    <>
      <path className={card} d="M22 34a5 5 0 0 1 5-5h62a5 5 0 0 1 5 5v42H22z" />
      <path className={line} d="M14 84h88l-5-8H19z" />
      <path className={pale} d="M30 37h56v31H30z" />
      <path className={lane} d="M96 56h22" />
      <rect className={card} x="120" y="36" width="28" height="48" rx="6" />
      <path className={teal} d="M126 44h16v14h-16z" />
      <circle className={spot} cx="107" cy="56" r="4" />
    </>
  ),
  // A mast.
  channels: (
    <>
      <path className={line} d="M80 104V56M66 104h28M62 30a24 24 0 0 0 0 32M98 30a24 24 0 0 1 0 32" />
      <circle className={spot} cx="80" cy="46" r="7" />
      <path className={line} opacity=".5" d="M50 20a40 40 0 0 0 0 52M110 20a40 40 0 0 1 0 52" />
      <path className={pale} d="M114 84h34v18h-34zM12 84h34v18H12z" />
    </>
  ),
  // An open box.
  box: (
    <>
      <path className={pale} d="M30 38h34l8 10h58v48H30z" />
      <path className={card} d="M22 56h116l-10 44H32z" />
      <path className={lane} d="M64 78h32" />
      <path className={line} d="M80 14v24m-9-9 9 9 9-9" />
    </>
  ),
  // A torn lane.
  torn: (
    <>
      <path className={lane} d="M12 72h44" />
      <path className={lane} opacity=".35" strokeDasharray="2 9" d="M104 72h44" />
      <path className={line} d="m66 60 8 12-8 12M94 60l-8 12 8 12" />
      <path className={teal} d="M18 32h30a8 8 0 0 1 8 8v14a3 3 0 0 1-3 3H26a8 8 0 0 1-8-8z" />
      <circle className={pale} cx="126" cy="44" r="14" />
    </>
  ),
  // A signpost.
  signpost: (
    <>
      <path className={line} d="M80 108V18M64 108h32" />
      <path className={teal} d="M46 26h58l12 11-12 11H46z" />
      <path className={pale} d="M114 56H62L50 66l12 10h52z" />
      <path className={spot} d="M58 84h34l8 7-8 7H58z" />
      <path className={white} d="M60 37h34" />
    </>
  ),
}

/** One of the drawings. */
export function EmptyDrawing({ name }: { name: Drawing }) {
  return (
    <svg viewBox="0 0 160 112" width="160" height="112" className={styles.drawing} aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
