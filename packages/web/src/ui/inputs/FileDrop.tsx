import { Suspense, useEffect, useRef, useState } from 'react'
import { onFilesPasted, takeDrops } from '../../browser/files/drops.ts'
import { lazily } from '../lazily.tsx'

const DropHint = lazily(async () => (await import('./DropHint.tsx')).DropHint, { soon: true, spare: true })

interface FileDropProps {
  /** The name of the destination, e.g. a person. */
  name: string
  onFiles: (files: File[]) => void
}

/** While mounted, accepts files dropped or pasted anywhere on the page, and shows a hint while files are dragged. */
export function FileDrop({ name, onFiles }: FileDropProps) {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  useEffect(() => {
    const stops = [
      takeDrops({ onOver: setOver, onDrop: (files) => take.current(files) }),
      onFilesPasted((files) => take.current(files)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  if (!over) return null
  return (
    <Suspense fallback={null}>
      <DropHint name={name} />
    </Suspense>
  )
}
