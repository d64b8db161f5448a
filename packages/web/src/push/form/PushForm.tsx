// Shows the form that sends a push to a target, replies or edits, and keeps its draft.

import { useStore } from '@nanostores/react'
import type { Draft, Target } from '@waypost/client'
import { isBlank, type Push, Refusal } from '@waypost/protocol'
import { Suspense, useRef, useState } from 'react'
import { chooseFiles } from '../../browser/files/files.ts'
import { hostOf, onlyLink, shortLink } from '../../format/links.ts'
import { useSession } from '../../session/context.ts'
import { useTargetDraft } from '../../session/target-draft.ts'
import { LinkCard } from '../../ui/cards/Cards.tsx'
import { Composer } from '../../ui/inputs/Composer.tsx'
import { i18n, params } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { closeBannersOf, showBanner } from '../../ui/notices/notices.ts'
import { ComposingStrip } from '../composing/ComposingStrip.tsx'
import { compose, composingOf } from '../composing/composing.ts'
import { PicturesButton } from '../pictures/PicturesButton.tsx'
import { LaterButton } from '../scheduled/LaterButton.tsx'
import { useVoiceNote } from '../voice/use-voice-note.ts'
import { VoiceButton } from '../voice/VoiceButton.tsx'
import styles from './PushForm.module.css'

const VoiceStrip = lazily(() => import('../voice/VoiceStrip.tsx').then((module) => module.VoiceStrip), { soon: true })

const messages = i18n('push-form', {
  label: params('Message to {name}'),
  title: 'Title',
  url: 'Link',
  failed: 'Error creating Push',
})

interface PushFormProps {
  target: Target
  name: string
  onSent: () => void
  /** Called with a time in seconds if they are to be sent later. Resolves to whether they are on their way. */
  onFiles: (files: readonly File[], sendAt?: number) => Promise<boolean>
  /** Called with pictures that are looked at before they are sent. */
  onPictures: (files: readonly File[]) => void
  /** Called on ↑ in the empty field. */
  onUp: () => void
}

/** The form of a conversation. Give it a `key`: it must be remounted for another target. */
export function PushForm({ target, name, onSent, onFiles, onPictures, onUp }: PushFormProps) {
  const t = useStore(messages)
  const session = useSession()
  const { draft, write: keep, hold } = useTargetDraft(target)
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useStore(composingOf(session)).get(target.key)
  const edit = composing?.kind === 'edit' ? composing : undefined
  const [saving, setSaving] = useState(false)
  const { title, body, url } = edit ?? draft
  const link = onlyLink(body)
  // A title or a link beside the text has a field of its own, where there is one to edit.
  const hasFields = edit ? edit.push.title !== undefined || url !== '' : target.type === 'channel'
  const voice = useVoiceNote(target)
  const ready = ![title, body, url].every(isBlank)

  function write(change: Draft) {
    if (edit) compose(session, target.key, { ...edit, ...change })
    else keep(change)
  }

  function writeNew() {
    compose(session, target.key, undefined)
    field.current?.focus()
  }

  async function saveEdit({ push }: { push: Push }) {
    if (saving) return
    setSaving(true)
    const saved = await session.push.edit(push, { title, body, url })
    setSaving(false)
    if (saved) writeNew()
  }

  function send(sendAt?: number) {
    if (edit) return void saveEdit(edit)
    try {
      if (session.push.send(draft, target, composing?.push.iden, sendAt) === undefined) return
      closeBannersOf(t.failed)
      compose(session, target.key, undefined)
      write({ title: '', body: '', url: '' })
      onSent()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showBanner({ title: t.failed, body: error.message })
    }
    field.current?.focus()
  }

  return (
    <Composer
      field={field}
      label={t.label({ name })}
      text={body}
      onText={(next) => write({ body: next })}
      ready={ready}
      onSend={() => send()}
      onFocused={hold}
      onFiles={(files) => void onFiles(files)}
      beside={
        !edit && (
          <>
            <span className={styles.others} hidden={ready}>
              <PicturesButton onPictures={onPictures} />
              <VoiceButton target={target} />
            </span>
            <LaterButton
              ready={ready}
              onChoose={async (sendAt) =>
                ready ? send(sendAt) : void (await onFiles(await chooseFiles({ multiple: true }), sendAt))
              }
            />
          </>
        )
      }
      instead={
        !edit && voice ? (
          <Suspense fallback={null}>
            <VoiceStrip target={target} onSend={onFiles} onDone={() => field.current?.focus()} />
          </Suspense>
        ) : undefined
      }
      onUp={onUp}
      onEscape={composing && writeNew}
      busy={saving}
      above={
        hasFields && (
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
        )
      }
      preview={
        (composing || link) && (
          <>
            {composing && <ComposingStrip composing={composing} name={name} onCancel={writeNew} />}
            {link && !edit && <LinkCard href={link} title={shortLink(link)} host={hostOf(link)} />}
          </>
        )
      }
    />
  )
}
