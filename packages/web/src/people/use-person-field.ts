import type { Suggestion } from '@waypost/client'
import { type RefObject, useRef, useState } from 'react'

/** A form in which one person is picked: its props for the picker, and the picked or typed person. */
export function usePersonField(next: RefObject<HTMLElement | null>) {
  const form = useRef<HTMLFormElement>(null)
  const [picked, setPicked] = useState<Suggestion>()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function onPick(person: Suggestion | undefined) {
    setPicked(person)
    setText('')
    setError(undefined)
    if (person) next.current?.focus()
  }

  function onText(typed: string) {
    setText(typed)
    setError(undefined)
  }

  function refuse(reason: string) {
    setError(reason)
    form.current?.querySelector('input')?.focus()
  }

  return { form, picked, text, picker: { picked, onPick, text, onText, error }, clear: () => setPicked(undefined), refuse }
}
