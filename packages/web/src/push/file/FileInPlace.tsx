// Shows a file in place above its card: a video, a recording, the first page of a PDF, the start of a text.

import { Suspense } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import styles from './FileInPlace.module.css'
import type { ShownFile } from './kind.ts'
import { Media } from './Media.tsx'
import { Pages } from './Pages.tsx'

// Neither is part of the first load.
const TextExcerpt = lazily(() => import('./TextExcerpt.tsx').then((module) => module.TextExcerpt))

interface FileInPlaceProps {
  shown: ShownFile
  url: string
  name: string
  /** In bytes. */
  size: number
}

/** A file in a box whose size is known before anything of it is loaded. */
export function FileInPlace({ shown, url, name, size }: FileInPlaceProps) {
  if (shown.as === 'pdf') return <Pages url={url} name={name} />
  if (shown.as !== 'text') return <Media as={shown.as} url={url} name={name} size={size} />
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <TextExcerpt url={url} name={name} size={size} language={shown.language} />
    </Suspense>
  )
}
