import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSeen } from '../../browser/in-view.ts'
import { pixelDensity } from '../../browser/media.ts'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { pdfWords } from './en.ts'
import styles from './FileInPlace.module.css'
import { Media } from './Media.tsx'
import type { ShownFile } from './shown-in-place.ts'

// Neither is part of the initial load.
const TextExcerpt = lazily(() => import('./TextExcerpt.tsx').then((module) => module.TextExcerpt))

interface FileInPlaceProps {
  shown: ShownFile
  url: string
  name: string
  /** In bytes. */
  size: number
}

/** A video, a recording, the first page of a PDF or the start of a text, in a box of known size. */
export function FileInPlace({ shown, url, name, size }: FileInPlaceProps) {
  if (shown.as === 'pdf') return <Pages url={url} name={name} />
  if (shown.as !== 'text') return <Media as={shown.as} url={url} name={name} size={size} />
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <TextExcerpt url={url} name={name} size={size} language={shown.language} />
    </Suspense>
  )
}

const messages = i18n('pdf', pdfWords)

/** The first page of a PDF, in a box of fixed size; a click downloads the file, as on its card. */
function Pages({ url, name }: { url: string; name: string }) {
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
        // A damaged file, one with a password, or no network. The box stays, so the layout doesn't shift.
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
