// Draws the conversation with a target: header, history and form.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { isStill } from '../browser/files/files.ts'
import { $touch } from '../browser/media.ts'
import { nameInWords } from '../format/names.ts'
import type { TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { FileDrop } from '../ui/inputs/FileDrop.tsx'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { showToast } from '../ui/notices/notices.ts'
import { sendFiles } from './files.ts'
import { PushForm } from './form/PushForm.tsx'
import { useBlock } from './form/use-block.ts'
import { History } from './history/History.tsx'
import { FilesDialogLater } from './pictures/FilesDialogLater.tsx'
import { ScheduledMessages } from './scheduled/ScheduledMessages.tsx'
import styles from './Thread.module.css'
import { ThreadHeader } from './ThreadHeader.tsx'

const BlockedBar = lazily(async () => (await import('./form/BlockedBar.tsx')).BlockedBar, { soon: true })

const messages = i18n('thread', {
  closed: 'You follow this channel; only its owner can post.',
  notSent: 'Pictures not sent',
  filesNotSent: 'Files not sent',
  undo: 'Undo',
})

/** The conversation with a target: header, history and form. */
export function Thread({ target, section }: { target: Target; section: TargetSection }) {
  const t = useStore(messages)
  const session = useSession()
  const name = nameInWords(target)
  const pane = useRef<HTMLDivElement>(null)
  const history = () => pane.current?.querySelector<HTMLElement>('[data-region=history]')
  function toEnd() {
    session.push.showNewest(target)
    requestAnimationFrame(() => history()?.scrollTo({ top: Number.MAX_SAFE_INTEGER }))
  }
  const block = useBlock(target)
  useFocusAfterUnblocking(block, target.key, pane)
  // The list, the header and the form show the conversation at once; its messages, which take longest to draw, follow. Until then there are
  // none: those of the one before are hidden in the same frame.
  const late = useDeferredValue(target)
  const shown = late.key === target.key ? target : late
  const closed = target.type === 'subscription' || target.type === 'grant'
  /** Dropped files may have been let go over the wrong conversation, so they are asked about, too. */
  const [chosen, setChosen] = useState<readonly File[]>()
  async function onFiles(files: readonly File[], sendAt?: number, caption?: string) {
    const sent = await sendFiles(session, files, target, sendAt, caption)
    if (sent) toEnd()
    return sent
  }
  function closeChosen(files: readonly File[]) {
    setChosen(undefined)
    showToast(files.every(isStill) ? t.notSent : t.filesNotSent, { label: t.undo, run: () => setChosen(files) })
  }
  return (
    <div ref={pane} className={styles.thread}>
      <ThreadHeader target={target} section={section} />
      <div className={styles.history} inert={shown !== target} data-late={shown !== target || undefined}>
        <History
          key={shown.key}
          target={shown}
          name={nameInWords(shown)}
          writable={!closed && block === undefined}
          onCompose={() => pane.current?.querySelector('textarea')?.focus()}
          onLeave={() => (pane.current?.querySelector('textarea') ?? history())?.focus()}
        />
      </div>
      {closed ? (
        <p className={styles.closed}>{t.closed}</p>
      ) : block !== undefined ? (
        <Suspense>
          <BlockedBar target={target} block={block} />
        </Suspense>
      ) : (
        <>
          <ScheduledMessages
            key={`scheduled ${target.key}`}
            target={target}
            onLeave={() => pane.current?.querySelector('textarea')?.focus()}
            onSent={toEnd}
          />
          <PushForm
            key={`form ${target.key}`}
            target={target}
            name={name}
            onSent={toEnd}
            onFiles={onFiles}
            onPictures={setChosen}
            onUp={() => [...(history()?.querySelectorAll<HTMLElement>('article') ?? [])].at(-1)?.focus()}
          />
          <FileDrop
            name={name}
            onFiles={setChosen}
            onPasted={(files) => (files.every(isStill) ? setChosen(files) : void onFiles(files))}
          />
          {chosen && (
            <FilesDialogLater
              files={chosen}
              name={name}
              onClose={closeChosen}
              onSend={(files, caption) => {
                setChosen(undefined)
                void onFiles(files, undefined, caption)
              }}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Unblocking removes the notice with the focused button: moves the focus to the form, or to the title on touch screens. */
function useFocusAfterUnblocking(block: string | undefined, key: string, pane: RefObject<HTMLElement | null>): void {
  const before = useRef({ block, key })
  useEffect(() => {
    const lifted = before.current.key === key && before.current.block !== undefined && block === undefined
    before.current = { block, key }
    if (!lifted || pane.current?.contains(document.activeElement)) return
    if (document.activeElement && document.activeElement !== document.body) return
    pane.current?.querySelector<HTMLElement>($touch.get() ? '[data-title]' : 'textarea')?.focus()
  }, [block, key, pane])
}
