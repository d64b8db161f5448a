// Answers a notification, or copies its code, in a small window.

import { useEffect, useRef, useState } from 'preact/hooks'
import { closePage, copyInPage, namePage } from '../browser/page.ts'
import { readValue, writeValue } from '../browser/storage.ts'
import { ask, type ReplyFacts } from '../messages.ts'
import styles from './ReplyWindow.module.css'

/** In characters; phones accept no longer ones. */
const longest = 10_000
/** In milliseconds. */
const closesAfter = 1_200

type State = { name: 'writing' } | { name: 'sending' } | { name: 'sent'; words: string } | { name: 'failed'; words: string }

/** @param id of the notification */
export function ReplyWindow({ id }: { id: string }) {
  const [facts, setFacts] = useState<ReplyFacts | 'gone' | { failed: string }>()
  useEffect(() => {
    ask({ kind: 'reply-facts', id }).then(
      (found) => setFacts(found ?? 'gone'),
      (error: Error) => setFacts({ failed: error.message }),
    )
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && closePage()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [id])
  if (facts === undefined)
    return (
      <main class={styles.page} aria-busy="true">
        <h1 class="hidden-words">Reply</h1>
        <p class={styles.bone} />
        <p class={styles.bone} />
      </main>
    )
  if (facts === 'gone' || 'failed' in facts)
    return (
      <main class={styles.page}>
        <h1>{facts === 'gone' ? 'This notification no longer exists.' : 'Couldn’t open this notification.'}</h1>
        <p class={styles.by}>{facts === 'gone' ? 'It was answered or dismissed.' : facts.failed}</p>
        <div class={styles.buttons}>
          <button type="button" class={styles.main} onClick={closePage}>
            Close
          </button>
        </div>
      </main>
    )
  return <Answering id={id} facts={facts} />
}

function Answering({ id, facts }: { id: string; facts: ReplyFacts }) {
  const { title, words, by, code, canReply } = facts
  const [state, setState] = useState<State>({ name: 'writing' })
  const run = (work: Promise<unknown>) =>
    work.then(closePage, (error: Error) => setState({ name: 'failed', words: error.message }))
  useEffect(() => namePage(canReply ? `Reply to ${title}` : title), [title, canReply])
  return (
    <main class={styles.page}>
      <header>
        <h1>{title}</h1>
        {by !== undefined && <p class={styles.by}>{by}</p>}
      </header>
      {words !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long message is scrolled by the keyboard
        <p class={styles.words} tabIndex={0}>
          {words}
        </p>
      )}
      {code !== undefined && <Code code={code} first={!canReply} />}
      {canReply && <Form id={id} title={title} state={state} setState={setState} />}
      <p class={styles.state} role="status">
        {state.name === 'sent' ? state.words : ''}
      </p>
      {state.name === 'failed' && (
        <p class={styles.trouble} role="alert">
          {state.words}
        </p>
      )}
      <button type="button" class={styles.link} onClick={() => run(ask({ kind: 'open-place', id }))}>
        Open in Waypost
      </button>
    </main>
  )
}

interface FormProps {
  id: string
  title: string
  state: State
  setState(state: State): void
}

function Form({ id, title, state, setState }: FormProps) {
  const [text, setText] = useDraft(id)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isOver = state.name === 'sending' || state.name === 'sent'

  async function send(): Promise<void> {
    if (text.trim() === '' || isOver) return
    setState({ name: 'sending' })
    try {
      const sent = await ask({ kind: 'reply', id, text: text.trim() })
      setText('')
      setState({ name: 'sent', words: sent === 'sent' ? 'Sent.' : 'It will be sent when you’re online.' })
      setTimeout(closePage, closesAfter)
    } catch (error) {
      setState({ name: 'failed', words: (error as Error).message })
      field.current?.focus()
    }
  }

  return (
    <form
      class={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={field}
        aria-label={`Reply to ${title}`}
        placeholder="Your reply"
        rows={3}
        maxLength={longest}
        value={text}
        readOnly={isOver}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
      <div class={styles.buttons}>
        <p class={styles.hint}>Shift+Enter starts a new line.</p>
        <button type="submit" class={styles.main} disabled={text.trim() === '' || isOver}>
          {state.name === 'sending' ? 'Sending…' : 'Send'}
        </button>
      </div>
    </form>
  )
}

/** Kept until it is sent or the browser quits, in case the window is closed by mistake. */
function useDraft(id: string): [string, (text: string) => void] {
  const name = `reply ${id}`
  const [text, setText] = useState('')
  useEffect(() => {
    void readValue('session', name).then((kept) => {
      if (typeof kept === 'string') setText((typed) => typed || kept)
    })
  }, [name])
  return [
    text,
    (typed) => {
      setText(typed)
      void writeValue('session', name, typed === '' ? undefined : typed)
    },
  ]
}

/** @param first whether the window was opened for it */
function Code({ code, first }: { code: string; first: boolean }) {
  const [copied, setCopied] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (first) button.current?.focus()
  }, [first])
  return (
    <div class={styles.code}>
      <code>{code}</code>
      <button
        type="button"
        ref={button}
        class={first ? styles.main : styles.quiet}
        onClick={() => void copyInPage(code).then(setCopied)}
      >
        {copied ? 'Copied' : `Copy ${code}`}
      </button>
      {copied === false && (
        <p class={styles.trouble} role="alert">
          Couldn’t copy. Select the code and copy it.
        </p>
      )}
    </div>
  )
}
