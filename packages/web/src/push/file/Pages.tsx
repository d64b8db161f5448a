// Shows the top of the first page of a PDF.

import { useEffect, useRef, useState } from 'react'
import { useSeen } from '../../browser/in-view.ts'
import { pixelDensity } from '../../browser/media.ts'
import styles from './FileInPlace.module.css'

/** The first page of a PDF, in a box of fixed size; a press downloads the file, like its card, of which it is a picture. */
export function Pages({ url, name }: { url: string; name: string }) {
  const { ref, seen } = useSeen<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!seen || !element) return
    const stop = new AbortController()
    import('./pdf.ts')
      .then(({ drawFirstPage }) => drawFirstPage(url, element, element.clientWidth * pixelDensity(), stop.signal))
      .then(
        () => setDrawn(true),
        // A damaged file, or one with a password, is only a card.
        () => {},
      )
    return () => stop.abort()
  }, [seen, url])
  return (
    <div ref={ref} className={styles.pdf} data-drawn={drawn || undefined} aria-hidden="true">
      <a href={url} download={name} target="_blank" rel="noreferrer noopener" tabIndex={-1}>
        <canvas ref={canvas} width="1" height="1" />
      </a>
    </div>
  )
}
