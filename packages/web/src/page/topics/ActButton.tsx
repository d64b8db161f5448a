import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { focusIfLost } from '../../ui/accessibility/focus-soon.ts'
import { Button, type ButtonKind } from '../../ui/inputs/Button.tsx'
import { TwoStep, type TwoStepWords } from '../../ui/inputs/TwoStep.tsx'
import { i18n } from '../../ui/language.ts'
import { actButton } from './en.ts'
import topic from './Topic.module.css'

const messages = i18n('act-button', actButton)

interface ActButtonProps {
  label: string
  /** What it acts on, if the label alone doesn't say. */
  object?: string
  kind?: ButtonKind
  /** Shown before confirming. */
  lead?: string
  /** The texts of the confirmation, where the defaults say too little. */
  words?: Partial<TwoStepWords>
  onConfirm: () => Promise<unknown>
}

/** A button that asks for a confirmation in its place. */
export function ActButton({ label, object, kind = 'secondary', lead, words, onConfirm }: ActButtonProps) {
  const t = useStore(messages)
  const [asking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  /** The focused button is replaced; unless something else has the focus, it goes back. */
  function back() {
    setAsking(false)
    focusIfLost(() => opener.current)
  }
  if (!asking)
    return (
      <Button ref={opener} kind={kind} aria-label={object} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  return (
    <>
      <TwoStep
        opener={opener}
        side="start"
        words={{ object: object ?? label, ...t, ...words }}
        onConfirm={async () => {
          await onConfirm()
          back()
        }}
        onCancel={back}
      />
      {lead && <p className={topic.lead}>{lead}</p>}
    </>
  )
}
