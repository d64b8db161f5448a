import { type ReactNode, useRef, useState } from 'react'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import topic from './Topic.module.css'

interface InPlaceProps {
  label: string
  onOpen?: () => void
  /** Shown beside the button when done. */
  done?: string
  /** Replaces the button until it is closed. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a form in its place. */
export function InPlace({ label, onOpen, done, children }: InPlaceProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (open)
    return children(() => {
      setOpen(false)
      focusSoon(() => opener.current)
    })
  return (
    <Row gap={2} wrap className={topic.actions}>
      <Button
        ref={opener}
        onClick={() => {
          onOpen?.()
          setOpen(true)
        }}
      >
        {label}
      </Button>
      {done !== undefined && <span className={topic.done}>{done}</span>}
    </Row>
  )
}
