// Demonstrates on the root page how a message from one device appears on another: by itself at first, then with the visitor's text.

import { useStore } from '@nanostores/react'
import { SendHorizontal } from 'lucide-react'
import { type CSSProperties, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { $visible } from '../../browser/attention.ts'
import { Bubble, BubbleText } from '../../ui/cards/Bubble.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './LandingDrawing.module.css'
import { DrawnLink, DrawnPhoto } from './landing-messages.tsx'

const messages = i18n('landing-drawing', {
  label: 'Try it: what you type on the laptop lands on the phone',
  field: 'Type here',
  send: 'Send',
  place: 'Harbour walk',
  reply: 'On my way',
  landed: 'Landed on the phone',
})

interface Note {
  id: number
  text: string
}

/** Typed notes that are shown at most. */
const keeps = 3

/** A message of the demonstration. */
interface Scene {
  from: 'laptop' | 'phone'
  /** When it is sent, in seconds. */
  at: number
  content: ReactNode
  shape?: 'card' | 'text'
}

/** A laptop and a phone: a link, a photo and a reply pass between them once, and text typed on the laptop lands on the phone. */
export function LandingDrawing() {
  const t = useStore(messages)
  const visible = useStore($visible)
  const [notes, setNotes] = useState<readonly Note[]>([])
  const [text, setText] = useState('')
  const lastId = useRef(0)
  const scenes: Scene[] = [
    { from: 'laptop', at: 0.6, content: <DrawnLink title={t.place} host="example.org" /> },
    { from: 'phone', at: 2.6, content: <DrawnPhoto />, shape: 'card' },
    { from: 'laptop', at: 4.6, content: <BubbleText>{t.reply}</BubbleText> },
  ]

  function send(event: FormEvent) {
    event.preventDefault()
    const trimmed = text.trim()
    if (!trimmed) return
    setNotes([...notes.slice(1 - keeps), { id: ++lastId.current, text: trimmed }])
    setText('')
  }

  return (
    <section aria-label={t.label} className={styles.drawing} data-paused={!visible || undefined}>
      <div className={styles.laptop}>
        <div className={styles.screen}>
          <Played scenes={scenes} on="laptop" />
          {notes.map((note) => (
            <div key={note.id} className={styles.sent} data-side="out">
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
        {scenes.map(({ from, at }) => (
          <span key={at} className={styles.rail} data-from={from} style={timeOf(at)} />
        ))}
        {notes.length > 0 && <span key={notes.at(-1)?.id} className={styles.rail} style={timeOf(0)} />}
      </div>
      <div className={styles.phone}>
        <div className={styles.glass}>
          <Played scenes={scenes} on="phone" />
          <div role="log" aria-label={t.landed} className={styles.log}>
            {notes.map((note) => (
              <div key={note.id} className={styles.landed}>
                <Bubble side="in">
                  <BubbleText>{note.text}</BubbleText>
                </Bubble>
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The messages of the demonstration as one device shows them. All stand in their places from the start, so that nothing moves the others. */
function Played({ scenes, on }: { scenes: readonly Scene[]; on: Scene['from'] }) {
  return (
    <div className={styles.played} aria-hidden="true">
      {scenes.map(({ from, at, content, shape = 'text' }) => {
        const side = from === on ? 'out' : 'in'
        return (
          <div key={at} className={styles.scene} data-side={side} style={timeOf(at)}>
            <Bubble side={side} shape={shape}>
              {content}
            </Bubble>
          </div>
        )
      })}
    </div>
  )
}

const timeOf = (at: number) => ({ '--at': `${at}s` }) as CSSProperties
