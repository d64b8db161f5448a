import { useStore } from '@nanostores/react'
import type { Draft, Target } from '@waypost/client'
import { hostOf, onlyLink, shortLink } from '@waypost/client/words/short-links'
import { isBlank, type Push, Refusal } from '@waypost/protocol'
import { type InputHTMLAttributes, type RefObject, Suspense, useRef } from 'react'
import { chooseFiles } from '../../browser/files/files.ts'
import { useSession } from '../../session/context.ts'
import { useTargetDraft } from '../../session/target-draft.ts'
import { LinkCard } from '../../ui/cards/Cards.tsx'
import { closeBannersOf, showBanner } from '../../ui/feedback/feedback.ts'
import { Composer } from '../../ui/inputs/Composer.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily, whenSoon } from '../../ui/lazily.tsx'
import { compose, composingOf, editOf } from '../composing/composing.ts'
import { EmojiButton } from '../emoji/EmojiButton.tsx'
import { LaterButton, useLaterMenu } from '../scheduled/LaterButton.tsx'
import { useTyped } from '../typing/typed.ts'
import { VoiceButton } from '../voice/VoiceButton.tsx'
import { useUnsentVoice } from '../voice/voice.ts'
import { pushForm } from './en.ts'
import styles from './PushForm.module.css'

const ComposingStrip = lazily(() => import('../composing/ComposingStrip.tsx').then((module) => module.ComposingStrip), {
  soon: true,
})
const StoringStrip = lazily(() => import('./StoringStrip.tsx').then((module) => module.StoringStrip), { soon: true })
const VoiceStrip = lazily(() => import('../voice/VoiceStrip.tsx').then((module) => module.VoiceStrip), { soon: true })
const loadEditLast = whenSoon(() => import('./edit-last.ts'))

const messages = i18n('push-form', pushForm)

interface PushFormProps {
  target: Target
  name: string
  onSent: () => void
  /** Called with a time in seconds if they are to be sent later. Resolves to whether they are on their way. */
  onFiles: (files: readonly File[], sendAt?: number) => Promise<boolean>
  /** Called with chosen files, which the user confirms before they are sent; with a time in seconds if that is later. */
  onChosen: (files: readonly File[], sendAt?: number) => void
  /** Called on Shift+↑ in the empty field, and on ↑ if there is no message to edit. */
  onUp: () => void
}

/** The form of a conversation, which sends, replies and edits. Give it a `key`: it must be remounted for another target. */
export function PushForm({ target, name, onSent, onFiles, onChosen, onUp }: PushFormProps) {
  const t = useStore(messages)
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, edit, composing, ready, hold, write, writeNew, editLast, send } = useComposed({ target, field, onSent, onUp })
  const { title, body, url } = text
  const link = onlyLink(body)
  const isTest = target.type === 'source'
  // A title, or a link besides the text, has its own field when it can be edited.
  const hasFields = edit ? edit.push.title !== undefined || url !== '' : target.type === 'channel'
  const voice = useUnsentVoice(target)
  const isStoring = useStore(useSession().push.$storing).length > 0
  const sendLater = async (sendAt: number) => (ready ? send(sendAt) : onChosen(await chooseFiles({ multiple: true }), sendAt))
  const later = useLaterMenu({ what: ready ? 'message' : 'files', onChoose: sendLater })

  return (
    <Composer
      field={field}
      label={(isTest ? t.test : t.label)({ name })}
      text={body}
      onText={(next) => write({ body: next })}
      ready={ready}
      onSend={() => send()}
      onFocused={hold}
      shortLabel={isTest ? t.shortTest : t.short}
      saves={edit !== undefined}
      attachesMore
      onFiles={(files) => onChosen(files)}
      tool={<EmojiButton field={field} onText={(next) => write({ body: next })} />}
      emptyTool={!edit && <VoiceButton target={target} />}
      readyTool={!edit && <LaterButton what="message" onChoose={sendLater} />}
      {...(!edit && { toolProps: later.toolProps })}
      instead={
        !edit && voice ? (
          <Suspense fallback={null}>
            <VoiceStrip target={target} onSend={onFiles} onDone={() => field.current?.focus()} />
          </Suspense>
        ) : undefined
      }
      onUp={edit ? undefined : () => void editLast()}
      onShiftUp={onUp}
      onEscape={composing && writeNew}
      above={
        hasFields && (
          <div className={styles.fields}>
            <Field label={t.title} dir="auto" value={title} onChange={({ target }) => write({ title: target.value })} />
            <Field label={t.url} inputMode="url" value={url} onChange={({ target }) => write({ url: target.value })} />
          </div>
        )
      }
      preview={
        (composing || link || isStoring) && (
          <>
            {isStoring && (
              <Suspense>
                <StoringStrip target={target} />
              </Suspense>
            )}
            {composing && (
              <Suspense fallback={null}>
                <ComposingStrip composing={composing} name={name} onCancel={writeNew} />
              </Suspense>
            )}
            {link && !edit && <LinkCard href={link} title={shortLink(link)} host={hostOf(link)} />}
          </>
        )
      }
    >
      {later.open}
    </Composer>
  )
}

function Field({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { label: string }) {
  return <input className={styles.field} aria-label={label} placeholder={label} {...input} />
}

interface ComposedParts extends Pick<PushFormProps, 'target' | 'onSent' | 'onUp'> {
  field: RefObject<HTMLTextAreaElement | null>
}

/** What the form holds: the draft, which is kept while a message is edited, or that edit; and what becomes of it. */
function useComposed({ target, field, onSent, onUp }: ComposedParts) {
  const t = useStore(messages)
  const session = useSession()
  const { draft, write: keep, hold } = useTargetDraft(target)
  const typed = useTyped(target)
  const composing = useStore(composingOf(session)).get(target.key)
  const edit = composing?.kind === 'edit' ? composing : undefined
  const text = edit ?? draft
  const { title, body, url } = text

  function write(change: Draft) {
    if (edit) compose(session, target.key, { ...edit, ...change })
    else {
      keep(change)
      typed(change.body ?? '')
    }
  }

  function writeNew() {
    compose(session, target.key, undefined)
    field.current?.focus()
  }

  async function editLast() {
    const { lastEditable } = await loadEditLast()
    const push = lastEditable(session, target)
    if (push) compose(session, target.key, editOf(push))
    else onUp()
  }

  function saveEdit({ push }: { push: Push }) {
    const before = editOf(push)
    const isSame = before.kind === 'edit' && before.title === title && before.body === body && before.url === url
    if (!isSame) session.push.edit(push, { title, body, url })
    writeNew()
  }

  /** @param sendAt in seconds, if it is to be sent later */
  function send(sendAt?: number) {
    if (edit) return saveEdit(edit)
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

  return {
    text,
    edit,
    /** The edit, or the reply. */
    composing,
    ready: ![title, body, url].every(isBlank),
    hold,
    write,
    /** Ends the edit or the reply. */
    writeNew,
    editLast,
    send,
  }
}
