import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import styles from './QrCode.module.css'

/** Free modules around the code that ISO/IEC 18004 asks for. */
const quiet = 4

/** A text as a QR code. Dark on light in dark mode too: not every camera reads it the other way around. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text)
    return { path: toSvgPath(code), size: code.size + 2 * quiet }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size} ${size}`}
      className={styles.code}
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
