import { useStore } from '@nanostores/react'
import type { Draft, Target } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { chooseFiles } from '../browser.ts'
import { useClient } from '../target/client.ts'
import { LinkCard } from '../ui/Cards.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { i18n, params } from '../ui/language.ts'
import { showBanner } from '../ui/notices.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { hostOf, onlyLink, shortLink } from './links.ts'
import styles from './PushForm.module.css'

const messages = i18n('push-form', {
  label: params('Message to {name}'),
  title: 'Title',
  url: 'Link',
  send: 'Send',
  attach: 'Attach files',
  failed: 'Error creating Push',
})

const tallest = 200

/** The style sheet does it where the browser knows how. */
const growsByItself = (): boolean => CSS.supports('field-sizing', 'content')

interface PushFormProps {
  target: Target
  name: string
  onSent: () => void
  onFiles: (files: readonly File[]) => void
  /** ↑ in the empty field. */
  onUp: () => void
}

/** Where one writes. It must be mounted anew for another target. */
export function PushForm({ target, name, onSent, onFiles, onUp }: PushFormProps) {
  const t = useStore(messages)
  const client = useClient()
  const [draft, setDraft] = useState(() => readDraft(target.key))
  const field = useRef<HTMLTextAreaElement>(null)
  const { title, body, url } = draft
  const ready = [title, body, url].some((text) => text.trim() !== '')
  const link = onlyLink(body)
  const label = t.label({ name })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const area = field.current
    if (!area || growsByItself()) return
    area.style.blockSize = ''
    const wanted = Math.min(tallest, area.scrollHeight)
    if (wanted > area.clientHeight) area.style.blockSize = `${wanted}px`
  }, [body])

  function write(change: Draft) {
    const next = { ...draft, ...change }
    setDraft(next)
    writeDraft(target.key, next)
  }

  function send() {
    try {
      if (client.push.send(draft, target) === undefined) return
      write({ title: '', body: '', url: '' })
      onSent()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showBanner({ title: t.failed, body: error.message })
    }
    field.current?.focus()
  }

  async function attach() {
    onFiles(await chooseFiles({ multiple: true }))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, Enter is its own. Safari says so only by the code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' && body === '' && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      onUp()
    }
  }

  return (
    <form
      className={styles.form}
      data-region="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {target.type === 'channel' && (
        <div className={styles.fields}>
          <input
            className={styles.field}
            aria-label={t.title}
            placeholder={t.title}
            dir="auto"
            value={title}
            onChange={(event) => write({ title: event.target.value })}
          />
          <input
            className={styles.field}
            aria-label={t.url}
            placeholder={t.url}
            inputMode="url"
            value={url}
            onChange={(event) => write({ url: event.target.value })}
          />
        </div>
      )}
      <div className={styles.box}>
        {link && (
          <div className={styles.preview}>
            <LinkCard href={link} title={shortLink(link)} host={hostOf(link)} />
          </div>
        )}
        <div className={styles.line}>
          <textarea
            ref={field}
            className={styles.text}
            aria-label={label}
            placeholder={label}
            dir="auto"
            value={body}
            enterKeyHint="send"
            data-first=""
            onChange={(event) => write({ body: event.target.value })}
            onKeyDown={onKeyDown}
          />
          <div className={styles.swap} data-ready={ready || undefined}>
            <IconButton label={t.attach} className={styles.attach ?? ''} data-attach="" inert={ready} onClick={attach}>
              <Paperclip size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={t.send} type="submit" className={styles.send ?? ''} inert={!ready}>
              <SendHorizontal size={20} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      </div>
    </form>
  )
}
