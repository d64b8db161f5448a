// Shows the top of the first page of a PDF.

import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useSeen } from '../../browser/in-view.ts'
import { pixelDensity } from '../../browser/media.ts'
import { i18n } from '../../ui/language.ts'
import styles from './FileInPlace.module.css'

const messages = i18n('pdf', { missing: "This PDF can't be shown here." })

/** The first page of a PDF, in a box of fixed size; a press downloads the file, like its card, of which it is a picture. */
export function Pages({ url, name }: { url: string; name: string }) {
  const t = useStore(messages)
  const { ref, seen } = useSeen<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawn' | 'missing'>()
  useEffect(() => {
    const element = canvas.current
    if (!seen || !element) return
    const stop = new AbortController()
    import('./pdf.ts')
      .then(({ drawFirstPage }) => drawFirstPage(url, element, element.clientWidth * pixelDensity(), stop.signal))
      .then(
        () => setState('drawn'),
        // A damaged file, one with a password, or no network. The box stays, so that nothing moves.
        () => {
          if (!stop.signal.aborted) setState('missing')
        },
      )
    return () => stop.abort()
  }, [seen, url])
  return (
    <div ref={ref} className={styles.pdf} data-drawn={state === 'drawn' || undefined} aria-hidden="true">
      {state === 'missing' && <p className={styles.missing}>{t.missing}</p>}
      <a href={url} download={name} target="_blank" rel="noreferrer noopener" tabIndex={-1}>
        <canvas ref={canvas} width="1" height="1" />
      </a>
    </div>
  )
}
