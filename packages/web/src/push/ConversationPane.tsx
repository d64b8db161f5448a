import { useStore } from '@nanostores/react'
import { type Target, takesPushes } from '@waypost/client'
import { Ellipsis, ExternalLink } from 'lucide-react'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isStill } from '../browser/files/files.ts'
import { go, goBack, isMarked, markVisit, steppedThroughHistory } from '../browser/location.ts'
import { $touch } from '../browser/media.ts'
import { type ConversationPaneParts, useConversationPane } from '../conversation/pane.ts'
import { beginningOf, headLineOf, nameInWords, nameOf } from '../format/names.ts'
import { $conversationMenu } from '../page/shell/conversation-menu.ts'
import { PaneHeader, PaneTitle, TitleAndLine } from '../page/shell/PaneHeader.tsx'
import { aboutOf, hrefOf, isAbout, type TargetSection, useHash } from '../route.ts'
import { useSession } from '../session/context.ts'
import { useActivity } from '../session/others.ts'
import { activityWords } from '../target/activity-words.ts'
import { TargetAvatar, useOnline } from '../target/TargetAvatar.tsx'
import { TargetMenuLater } from '../target/TargetMenuLater.tsx'
import { focusIfLost, focusSoon } from '../ui/accessibility/focus-soon.ts'
import { MutedBadge } from '../ui/Badge.tsx'
import { showToast } from '../ui/feedback/feedback.ts'
import { FileDrop } from '../ui/inputs/FileDrop.tsx'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import styles from './ConversationPane.module.css'
import { conversationHeader, conversationPane } from './en.ts'
import { sendFiles } from './files.ts'
import { PushForm } from './form/PushForm.tsx'
import { History } from './history/History.tsx'

const BlockedBar = lazily(async () => (await import('./form/BlockedBar.tsx')).BlockedBar, { soon: true })
const WaitingMessages = lazily(async () => (await import('./scheduled/WaitingMessages.tsx')).WaitingMessages, { soon: true })
const PicturesDialog = lazily(async () => (await import('../conversation/pictures/PicturesDialog.tsx')).PicturesDialog, {
  soon: true,
})
const FilesDialog = lazily(async () => (await import('./pictures/FilesDialog.tsx')).FilesDialog, { soon: true })

const About = lazily(async () => (await import('./about/About.tsx')).About, { soon: true })

const messages = i18n('conversation-pane', conversationPane)

/** The conversation with a target: header, history and form. */
export function ConversationPane({ target, section }: { target: Target; section: TargetSection }) {
  const t = useStore(messages)
  const session = useSession()
  const name = nameInWords(target)
  const pane = useConversationPane()
  function toEnd() {
    session.push.showNewest(target)
    pane.toEnd()
  }
  const block = useBlock(target)
  useFocusAfterUnblocking(block, target.key, pane)
  // The list, the header and the form switch at once; messages take longest to draw, so they follow. Until then none are shown: the
  // previous conversation's are hidden in the same frame.
  const late = useDeferredValue(target)
  const shown = late.key === target.key ? target : late
  const isLate = shown !== target || undefined
  const closed = !takesPushes(target)
  const isOpen = !closed && block === undefined
  const [chosen, setChosen] = useState<Chosen>()
  const preferences = useStore(session.preferences.$all)
  async function onFiles(files: readonly File[], sendAt?: number, caption?: string) {
    const sent = (await sendFiles(session, files, target, sendAt, caption)) !== undefined
    if (sent) toEnd()
    return sent
  }
  /** The typed text goes along as the caption, and leaves the composer once sent. */
  async function sendChosen({ files, sendAt, typed }: Chosen, caption = typed) {
    setChosen(undefined)
    if (!(await onFiles(files, sendAt, caption.trim()))) return
    const draft = session.drafts.of(target).get()
    if (typed !== '' && draft.body === typed) session.drafts.write(target, { ...draft, body: '' })
  }
  function onChosen(files: readonly File[], sendAt?: number) {
    if (files.length === 0) return
    const next = { files, typed: session.drafts.of(target).get().body, ...(sendAt !== undefined && { sendAt }) }
    if (preferences?.ask_before_files === false) void sendChosen(next)
    else setChosen(next)
  }
  function closeChosen(files: readonly File[]) {
    setChosen(undefined)
    const again = chosen && { ...chosen, files }
    showToast(files.every(isStill) ? t.notSent : t.filesNotSent, { label: t.undo, run: () => setChosen(again) })
  }
  const about = useAbout(target, section, pane)
  return (
    <WithAbout target={target} section={section} about={about}>
      <div className={styles.cell}>
        <div ref={pane.ref} className={styles.pane} data-late={isLate}>
          <ConversationHeader target={target} section={section} about={about} />
          <div className={styles.history} inert={isLate} data-late={isLate}>
            <History
              key={shown.key}
              target={shown}
              name={nameInWords(shown)}
              // A program reads no replies.
              writable={isOpen && target.type !== 'source'}
              onCompose={pane.toField}
              onLeave={pane.leaveHistory}
            />
          </div>
          {closed ? (
            <p className={styles.closed}>{target.type === 'source' ? t.closedSource : t.closed}</p>
          ) : block !== undefined ? (
            <Suspense>
              <BlockedBar target={target} block={block} />
            </Suspense>
          ) : (
            <>
              <ScheduledMessages key={`scheduled ${target.key}`} target={target} onLeave={pane.toField} onSent={toEnd} />
              <PushForm
                key={`form ${target.key}`}
                target={target}
                name={name}
                onSent={toEnd}
                onFiles={onFiles}
                onChosen={onChosen}
                onUp={pane.toLastMessage}
              />
              {chosen && (
                <ChosenFiles
                  files={chosen.files}
                  name={name}
                  caption={chosen.typed}
                  onClose={closeChosen}
                  onSend={(files, caption) => void sendChosen({ ...chosen, files }, caption)}
                />
              )}
            </>
          )}
        </div>
        {isOpen && <FileDrop name={name} onFiles={onChosen} />}
      </div>
    </WithAbout>
  )
}

/** In pixels. From this width on, the page about a target is beside its conversation, otherwise it replaces it. See the style sheet. */
const besideFrom = 1080

/** Marks history entries in which the page about a target was opened: the previous entry is its conversation. */
const openedHere = 'about'

/**
 * The page about the target of a conversation, which has an address. In place of the conversation it is a history entry, so Back closes it;
 * beside the conversation it adds none, and stays when another one is opened.
 */
function useAbout({ key }: Target, section: TargetSection, { ref, find }: ConversationPaneParts) {
  const hash = useHash()
  const named = isAbout(hash)
  const [isOpen, setOpen] = useState(named)
  const isBeside = () => (ref.current?.parentElement?.parentElement?.clientWidth ?? 0) >= besideFrom
  const header = () => find('[data-about]')
  // Before the frame is drawn, so that it does not vanish for one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another address or conversation
  useLayoutEffect(() => {
    if (isOpen && !named && isBeside() && !steppedThroughHistory()) return go(aboutOf(section, key), { replace: true })
    if (isOpen && !named) focusIfLost(header)
    setOpen(named)
  }, [hash, key])
  function end() {
    setOpen(false)
    if (isMarked(openedHere)) goBack()
    else go(hrefOf(section, key), { replace: true })
  }
  function close() {
    end()
    focusSoon(header)
  }
  function open() {
    const replace = isBeside()
    go(aboutOf(section, key), { replace })
    if (!replace) markVisit(openedHere)
  }
  return {
    isOpen,
    toggle: isOpen ? close : open,
    close,
    /** Closes it if it is in place of the conversation. */
    leave: () => isBeside() || end(),
  }
}

interface WithAboutProps {
  target: Target
  section: TargetSection
  about: ReturnType<typeof useAbout>
  children: ReactNode
}

function WithAbout({ target, section, about, children }: WithAboutProps) {
  return (
    <div className={styles.both} data-about={about.isOpen || undefined}>
      {children}
      {about.isOpen && (
        <Suspense>
          <About key={target.key} target={target} section={section} onClose={about.close} onMessage={about.leave} />
        </Suspense>
      )}
    </div>
  )
}

/** Unblocking removes the notice along with the focused button, so this moves the focus to the form, or to the title on touch screens. */
function useFocusAfterUnblocking(block: string | undefined, key: string, { find }: ConversationPaneParts): void {
  const before = useRef({ block, key })
  useEffect(() => {
    const lifted = before.current.key === key && before.current.block !== undefined && block === undefined
    before.current = { block, key }
    if (!lifted || (document.activeElement && document.activeElement !== document.body)) return
    find($touch.get() ? '[data-title]' : 'textarea')?.focus()
  }, [block, key, find])
}

/** The iden of the block. */
function useBlock({ type, key }: Target): string | undefined {
  const session = useSession()
  useStore(session.block.$all)
  return type === 'chat' || type === 'email' ? session.block.find(key)?.iden : undefined
}

interface ScheduledMessagesProps {
  target: Target
  /** Called when the focused element is gone. */
  onLeave: () => void
  /** Called when a message was sent by hand. */
  onSent: () => void
}

/** Give it a `key`: it must be remounted for another target. */
function ScheduledMessages({ target, onLeave, onSent }: ScheduledMessagesProps) {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $waiting = useMemo(() => session.push.scheduled.of(target), [session, target.key])
  const waiting = useStore($waiting)
  if (waiting.length === 0) return null
  return (
    <Suspense fallback={null}>
      <WaitingMessages waiting={waiting} onLeave={onLeave} onSent={onSent} />
    </Suspense>
  )
}

/** Files that were chosen, pasted or dropped, perhaps over the wrong conversation, so the user confirms them before they are sent. */
interface Chosen {
  files: readonly File[]
  /** In seconds; at once if missing. */
  sendAt?: number
  typed: string
}

/** If all are pictures, they can be rotated, cropped and scaled. */
function ChosenFiles(props: Parameters<typeof FilesDialog>[0]) {
  return (
    <Suspense fallback={null}>
      {props.files.every(({ type }) => type.startsWith('image/')) ? <PicturesDialog {...props} /> : <FilesDialog {...props} />}
    </Suspense>
  )
}

// Only the conversations of devices have a name that is edited in place.
const DeviceName = lazily(async () => (await import('./DeviceName.tsx')).DeviceName, {
  soon: true,
  waiting: ({ target }: { target: Target }) => <PaneTitle>{target.name}</PaneTitle>,
})

const headerMessages = i18n('conversation-header', conversationHeader)

interface ConversationHeaderProps {
  target: Target
  section: TargetSection
  about: ReturnType<typeof useAbout>
}

/** With one column it is the page's header. */
function ConversationHeader({ target, section, about }: ConversationHeaderProps) {
  const t = useStore(headerMessages)
  const session = useSession()
  const isDevice = target.type === 'device'
  const activity = useActivity(target)
  const doing = useStore(activityWords)
  const line = activity ? doing[activity] : headLineOf(session, target)
  const name = nameInWords(target)
  const site = siteOf(target)
  const before = useStore($conversationMenu)
  const label = isDevice ? t.deviceActions : t.actions
  useOnline(isDevice)
  return (
    <PaneHeader
      section={section}
      picture={<TargetAvatar target={target} />}
      end={
        <>
          {site && (
            <a
              href={site}
              target="_blank"
              rel="noopener noreferrer"
              className={styles.site}
              title={t.site({ name })}
              aria-label={t.site({ name })}
            >
              <ExternalLink size={18} aria-hidden="true" />
            </a>
          )}
          <TargetMenuLater target={target} section={section} label={label} before={before}>
            <Ellipsis size={20} aria-hidden="true" />
          </TargetMenuLater>
        </>
      }
    >
      <button
        type="button"
        className={styles.about}
        aria-label={t.about({ name })}
        aria-expanded={about.isOpen}
        data-about=""
        onClick={about.toggle}
      />
      <TitleAndLine line={line} activity={activity}>
        {isDevice ? <DeviceName target={target} /> : <PaneTitle>{beginningOf(nameOf(target))}</PaneTitle>}
      </TitleAndLine>
      {target.muted && <MutedBadge />}
    </PaneHeader>
  )
}

/** Only if its URL is http or https. */
function siteOf({ url }: Target): string | undefined {
  return url && /^https?:\/\//i.test(url) ? url : undefined
}
