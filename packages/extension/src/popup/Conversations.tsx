import { useEffect, useState } from 'preact/hooks'
import { openOptions } from '../browser/extension.ts'
import { placeInAddress, writePlace } from '../browser/this-page.ts'
import { readRef, refOf, type TargetRef, targetOfRef, textOfRef } from '../targets/target-ref.ts'
import { Icon } from '../ui/Icon.tsx'
import { useValue } from '../ui/use-value.ts'
import { Conversation } from './conversation/Conversation.tsx'
import { ConversationList } from './list/ConversationList.tsx'
import { useOpened } from './page-session.ts'
import { Bones, ConnectionLine, CouldNotLoad, Empty, ToldLine, useTold } from './states.tsx'

/** The list of conversations, or one of them. */
export function Conversations() {
  const { session, own } = useOpened()
  const state = useValue(session.$state)
  const { told, tell } = useTold()
  const [open, setOpen] = useState<TargetRef | undefined>(() => readRef(placeInAddress()))
  /** The row to focus when the list is shown again. */
  const [left, setLeft] = useState<string>()
  useEffect(() => session.onFailure(({ title, body }) => tell({ words: `${title}: ${body}` })), [session, tell])

  function show(ref: TargetRef | undefined): void {
    writePlace(ref ? textOfRef(ref) : '')
    setLeft(open && textOfRef(open))
    setOpen(ref)
  }

  if (state === 'starting') return <Bones />
  const target = open && typeof state === 'string' ? targetOfRef(session, open) : undefined
  if (target)
    return (
      <Conversation key={textOfRef(refOf(target))} target={target} tell={tell} onBack={() => show(undefined)}>
        <ToldLine told={told} onDone={() => tell(undefined)} />
      </Conversation>
    )
  return (
    <div class="popup">
      <header class="head">
        <h1 class="brand">Waypost</h1>
        <a
          class="icon-button"
          href={own.origin}
          target="_blank"
          rel="noreferrer"
          aria-label="Open Waypost in a tab"
          title="Open Waypost in a tab"
        >
          <Icon name="external" />
        </a>
        <button type="button" class="icon-button" aria-label="Settings" title="Settings" onClick={() => void openOptions()}>
          <Icon name="settings" />
        </button>
      </header>
      <ConnectionLine />
      <main class="pane">
        {typeof state === 'object' ? (
          <CouldNotLoad refusal={state.failed} />
        ) : open ? (
          <Empty title="This conversation was removed">
            <button type="button" class="button" onClick={() => show(undefined)}>
              Show all conversations
            </button>
          </Empty>
        ) : (
          <ConversationList left={left} onOpen={(chosen) => show(refOf(chosen))} />
        )}
      </main>
      <ToldLine told={told} onDone={() => tell(undefined)} />
    </div>
  )
}
