// Shows the colours and text sizes in the style guide.

import { Specimen } from './Specimen.tsx'
import styles from './StyleGuide.module.css'

const tokens = [
  'pane-1',
  'pane-2',
  'pane-3',
  'card',
  'field',
  'hover',
  'mark',
  'bubble-in',
  'bubble-out',
  'bubble-failed',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'link',
  'accent',
  'accent-hover',
  'accent-press',
  'accent-tint',
  'accent-line',
  'flight',
  'flight-line',
  'flight-tint',
  'flight-text',
  'ok',
  'ok-tint',
  'ok-text',
  'ok-line',
  'danger',
  'danger-hover',
  'danger-tint',
  'danger-text',
  'badge',
  'toast',
]

export function Colours() {
  return (
    <Specimen name="Colours" column>
      <div className={styles.swatches}>
        {tokens.map((token) => (
          <div key={token} className={styles.swatch}>
            <i style={{ background: `var(--${token})` }} />
            {token}
          </div>
        ))}
      </div>
    </Specimen>
  )
}

const sizes = ['hero', 'h1', 'h2', 'h3', 'body', 'meta', 'cap']

export function Type() {
  return (
    <Specimen name="Type" column>
      {sizes.map((size) => (
        <p key={size} style={{ font: `${/h/.test(size) ? 'var(--w-strong)' : 'var(--w-text)'} var(--t-${size}) var(--font)` }}>
          {size}: Sphinx of black quartz, 0123456789
        </p>
      ))}
    </Specimen>
  )
}
