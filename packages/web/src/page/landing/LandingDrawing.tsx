// Demonstrates on the root page how a text typed on one device appears on another.

import { useStore } from '@nanostores/react'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Bubble, BubbleText } from '../../ui/cards/Bubble.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './LandingDrawing.module.css'

const messages = i18n('landing-drawing', {
  label: 'Try it: what you type on the laptop lands on the phone',
  field: 'Type here',
  send: 'Send',
  first: 'Gate B42, boarding 18:10',
  landed: 'Landed on the phone',
})

interface Note {
  id: number
  text: string
}

const keeps = 3

/** A drawing of a laptop and a phone: what is typed on one appears on the other. */
export function LandingDrawing() {
  const t = useStore(messages)
  const [notes, setNotes] = useState<readonly Note[]>([{ id: 0, text: t.first }])
  const [text, setText] = useState('')
  const lastId = useRef(0)

  function send(event: FormEvent) {
    event.preventDefault()
    const trimmed = text.trim()
    if (!trimmed) return
    setNotes([...notes.slice(1 - keeps), { id: ++lastId.current, text: trimmed }])
    setText('')
  }

  return (
    <section aria-label={t.label} className={styles.drawing}>
      <div className={styles.laptop}>
        <div className={styles.screen}>
          {notes.map((note) => (
            <div key={note.id} className={styles.sent} data-fresh={note.id > 0 || undefined}>
              <Bubble side="out">
                <BubbleText>{note.text}</BubbleText>
              </Bubble>
            </div>
          ))}
          <form className={styles.form} onSubmit={send}>
            <input
              className={styles.field}
              aria-label={t.field}
              placeholder={t.field}
              value={text}
              maxLength={120}
              autoComplete="off"
              dir="auto"
              onChange={(event) => setText(event.target.value)}
            />
            <IconButton type="submit" label={t.send} size="small" className={styles.send ?? ''}>
              <SendHorizontal size={18} aria-hidden="true" />
            </IconButton>
          </form>
        </div>
        <div className={styles.base} aria-hidden="true" />
      </div>
      <div className={styles.lane} aria-hidden="true">
        <span key={notes.at(-1)?.id} className={styles.rail} />
      </div>
      <div className={styles.phone}>
        <div className={styles.glass} role="log" aria-label={t.landed}>
          {notes.map((note) => (
            <div key={note.id} className={styles.landed} data-fresh={note.id > 0 || undefined}>
              <Bubble side="in">
                <BubbleText>{note.text}</BubbleText>
              </Bubble>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
