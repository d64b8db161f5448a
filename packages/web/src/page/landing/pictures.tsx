import type { ReactNode } from 'react'

type Palette = readonly [sky: string, light: string, land: string, front: string]

const palettes = {
  day: ['#a9dcf2', '#fff3c9', '#5aa774', '#2f6f52'],
  dusk: ['#f4b183', '#ffe3a3', '#a24b57', '#4d2746'],
  night: ['#1d2c52', '#f2e9c9', '#31457a', '#141d38'],
  noon: ['#8fd0e6', '#fff8dd', '#2f8fae', '#f2e4cf'],
  rose: ['#f1cfc4', '#fff1dd', '#c5796f', '#7c3d4b'],
  clay: ['#e9d9c6', '#f7f0e4', '#c0673f', '#5a6b45'],
} as const satisfies Record<string, Palette>

const sceneries: Record<'lighthouse' | 'cliff' | 'sea' | 'hills' | 'plate', (palette: Palette) => ReactNode> = {
  lighthouse: ([, light, land, front]) => (
    <>
      <path fill={land} d="M47 90 54 22h12l7 68z" />
      <path fill="#fff" d="m51.6 46 .9-9h15l.9 9zm-2 20 .9-9h19l.9 9z" />
      <path fill={front} d="M52 12h16v12H52zM57 6h6v6h-6z" />
      <path fill={light} d="m68 15 40-9v22l-40-9zM0 76q30-8 60 0t60 0v14H0z" />
    </>
  ),
  cliff: ([, light, land, front]) => (
    <>
      <path fill={light} d="M0 58h120v32H0z" />
      <path fill={land} d="M120 14 92 20l-8 18-16 6-4 16-14 6-6 24h76z" />
      <path fill={front} d="M120 14 92 20l-8 18 12 2 6-10 18-4z" />
      <path fill="#fff" opacity=".5" d="M0 66q12-4 24 0t24 0v3q-12 4-24 0t-24 0z" />
    </>
  ),
  sea: ([, light, land, front]) => (
    <>
      <circle cx="36" cy="40" r="11" fill={light} />
      <path fill={land} d="M0 48h120v42H0z" />
      <path fill={light} opacity=".55" d="M28 54h18v2H28zm-6 8h30v2H22zm8 9h18v2H30z" />
      <path fill={front} d="M76 52h26l-5 8H81zM88 24v26h-2V24zM89 27l12 21H89z" />
    </>
  ),
  hills: ([, light, land, front]) => (
    <>
      <circle cx="84" cy="28" r="9" fill={light} />
      <path fill={land} d="M0 52q30-18 60-4t60-6v48H0z" />
      <path fill={front} d="M0 68q30-10 64 4t56-10v28H0z" />
    </>
  ),
  plate: ([, light, land, front]) => (
    <>
      <path fill={front} d="M0 0h22v90H0z" opacity=".35" />
      <circle cx="62" cy="46" r="33" fill="#fff" />
      <circle cx="62" cy="46" r="24" fill={light} />
      <circle cx="54" cy="40" r="7" fill={land} />
      <circle cx="70" cy="44" r="6" fill={front} />
      <circle cx="60" cy="56" r="6" fill={land} />
      <path stroke="#fff" strokeWidth="3" strokeLinecap="round" d="M12 24v44M108 22v46" />
    </>
  ),
}

interface SceneryProps {
  of: keyof typeof sceneries
  at: keyof typeof palettes
  className?: string | undefined
}

/** A picture as a conversation might have, filling its container. */
export function Scenery({ of, at, className }: SceneryProps) {
  const palette: Palette = palettes[at]
  return (
    <svg viewBox="0 0 120 90" preserveAspectRatio="xMidYMid slice" className={className} aria-hidden="true">
      <path fill={palette[0]} d="M0 0h120v90H0z" />
      {sceneries[of](palette)}
    </svg>
  )
}

interface Looks {
  ground: string
  clothes: string
  skin: string
  hair: ReactNode
}

const faces = {
  dana: {
    ground: '#be483d',
    clothes: '#f6e9d8',
    skin: '#e7b794',
    hair: <path fill="#4a2d1e" d="M11 18c-1-8 3-12 9-12s10 4 9 12c0-2-2-4-3-5-3 1-9 1-12 0-1 1-3 3-3 5z" />,
  },
  mira: {
    ground: '#3072c1',
    clothes: '#12405f',
    skin: '#f2c9a5',
    hair: <path fill="#e8b24c" d="M11 19c-1-9 3-13 9-13s10 4 9 13c1 5 2 8 2 8h-5V17c-5 0-8-2-9-4-1 3-3 4-3 5v9H9s2-4 2-8z" />,
  },
  ben: {
    ground: '#208046',
    clothes: '#f1e3c4',
    skin: '#7a4b2e',
    hair: (
      <path
        fill="#22160f"
        d="M12 17c-1-7 3-10 8-10s9 3 8 10c-1-4-3-5-8-5s-7 1-8 5zm1 3c0 8 4 10 7 10s7-2 7-10c-1 4-3 5-7 5s-6-1-7-5z"
      />
    ),
  },
  priya: {
    ground: '#af3c7f',
    clothes: '#f3c24f',
    skin: '#b97a50',
    hair: (
      <g fill="#2a1a18">
        <path d="M10 20c-1-10 4-14 10-14s11 4 10 14l-1 6h-4V17c-4-1-6-3-7-5-1 3-3 5-4 6v8h-3z" />
        <circle cx="20" cy="5" r="3.6" />
      </g>
    ),
  },
  tomas: {
    ground: '#9e6214',
    clothes: '#2c4f46',
    skin: '#e0ab82',
    hair: (
      <path
        fill="#3b2417"
        d="M12 17c-2-2-1-4 0-5-1-3 2-5 4-4 1-3 6-3 7 0 3-1 5 1 4 4 2 1 2 4 1 5-1-3-3-4-8-4s-7 1-8 4zm4 5.4c1.5-1.4 3-.8 4-.2 1-.6 2.5-1.2 4 .2-1.5 1-3 1-4 .4-1 .6-2.5.6-4-.4z"
      />
    ),
  },
  aiko: {
    ground: '#735acc',
    clothes: '#f7f3ea',
    skin: '#f3d3b4',
    hair: <path fill="#1c1a22" d="M11 24C9 12 13 6 20 6s11 6 9 18h-4v-8c-6 0-9 0-10-1v9z" />,
  },
} satisfies Record<string, Looks>

/** A person in the example, as an account's picture. */
export function Face({ of, className }: { of: keyof typeof faces; className?: string | undefined }) {
  const { ground, clothes, skin, hair } = faces[of]
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <path fill={ground} d="M0 0h40v40H0z" />
      <path fill={clothes} d="M5 41c0-9 6-12 15-12s15 3 15 12z" />
      <path fill={skin} d="M16.5 24h7v6c-2 3-5 3-7 0z" />
      <ellipse cx="20" cy="18.5" rx="7.6" ry="8.6" fill={skin} />
      {hair}
    </svg>
  )
}
