import './compose.css'
import type { Target } from '@waypost/client'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type CurrentTab, currentTab, isPopupOfIcon, pictureOfTab, selectedTextOf } from '../../browser/current-tab.ts'
import { handOver } from '../../browser/handed-files.ts'
import { openSmallWindow, sizes } from '../../browser/small-window.ts'
import { closePage, fileOfDataUrl, onLeaving } from '../../browser/this-page.ts'
import { ask } from '../../messages.ts'
import { onSettings, readSettings, writeSettings } from '../../settings/settings.ts'
import { nameInWords } from '../../targets/names.ts'
import { refOf, type TargetRef, textOfRef } from '../../targets/target-ref.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useValue } from '../../ui/use-value.ts'
import { useSession } from '../page-session.ts'
import type { Told } from '../states.tsx'
import { Attached } from './Attached.tsx'
import { type AttachItem, AttachMenu } from './AttachMenu.tsx'
import { type Attachments, attachedPage, filesOf, messagesOf, nameOfPicture, nothingAttached } from './attachments.ts'

interface ComposerProps {
  target: Target
  tell: (told: Told) => void
}

/** The form of a conversation. The background does the sending, so messages go out even if the page closes. */
export function Composer({ target, tell }: ComposerProps) {
  const [attached, setAttached] = useState<Attachments>(nothingAttached)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, write, hold } = useDraft(target)
  const place = usePlace()
  const page = attachedPage(place.tab)
  const to = refOf(target)

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (place.attachPage && page) setAttached((before) => ({ ...before, page }))
  }, [place.attachPage, page?.url])
  const add = (files: readonly File[]) => setAttached((before) => ({ ...before, files: [...before.files, ...files] }))
  useIncomingFiles(add)

  async function submit(): Promise<void> {
    const { draft, caption } = messagesOf(text, attached)
    const { files } = attached
    if ((!draft && files.length === 0) || busy) return
    let left = attached
    write('')
    setAttached(nothingAttached)
    setBusy(true)
    try {
      if (draft) {
        await ask({ kind: 'send', to, draft })
        left = { ...left, page: undefined }
      }
      if (files.length > 0)
        await ask({ kind: 'send-files', to, handed: await handOver(files), ...(caption !== undefined && { caption }) })
    } catch (error) {
      setAttached(left)
      if (left === attached || caption !== undefined) write(text)
      tell({ words: `Couldn’t send. ${error instanceof Error ? error.message : ''}` })
    }
    setBusy(false)
    field.current?.focus()
  }

  const chooser = useRef<HTMLInputElement>(null)
  const insert = (words: string) => {
    write(text.trim() === '' ? words : `${text.trimEnd()}\n${words}`)
    field.current?.focus()
  }
  const attach = (page: Attachments['page']) => setAttached((before) => ({ ...before, page }))
  const items = attachItems({ ...place, to, tell, add, insert, attach, choose: () => chooser.current?.click() })
  const isEmpty = text.trim() === '' && !attached.page && attached.files.length === 0
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Attached attached={attached} onChange={setAttached} />
      <div class="composer-row">
        <AttachMenu items={items} />
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
            field.current?.focus()
          }}
        />
        <textarea
          ref={field}
          rows={1}
          value={text}
          placeholder="Message"
          aria-label={`Message to ${nameInWords(target)}`}
          onInput={(event) => write(event.currentTarget.value)}
          onFocus={() => hold(true)}
          onBlur={() => hold(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault()
              void submit()
            } else if (event.key === 'ArrowUp' && text === '') {
              event.preventDefault()
              document.querySelector<HTMLElement>('article:last-of-type')?.focus()
            }
          }}
        />
        <button type="submit" class="icon-button send" aria-label="Send" title="Send" aria-disabled={isEmpty || busy}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  )
}

interface AttachDeps extends ReturnType<typeof usePlace> {
  to: TargetRef
  tell: (told: Told) => void
  add: (files: readonly File[]) => void
  /** Appends text below that in the field. */
  insert: (words: string) => void
  attach: (page: Attachments['page']) => void
  /** Opens the file chooser. */
  choose: () => void
}

function attachItems({ tab, isPopup, attachPage, to, tell, add, insert, attach, choose }: AttachDeps): readonly AttachItem[] {
  const page = attachedPage(tab)
  const attempt = (work: Promise<unknown>, failure: string) => work.catch(() => tell({ words: failure }))
  async function insertSelection(from: CurrentTab): Promise<void> {
    const selected = (await selectedTextOf(from)).trim()
    if (selected === '') tell({ words: 'No text is selected on this page.' })
    else insert(selected)
  }
  async function attachPicture(from: CurrentTab): Promise<void> {
    const picture = await pictureOfTab(from)
    add([await fileOfDataUrl(picture, nameOfPicture('Page', 'image/png', new Date()))])
  }
  async function chooseFiles(): Promise<void> {
    if (!isPopup) return choose()
    // The icon's popup would close when the dialog opens, and lose the selection.
    await openSmallWindow(`popup.html#${encodeURIComponent(textOfRef(to))}`, sizes.popup)
    closePage()
  }
  const ofTab: readonly AttachItem[] = [
    { label: 'This page', icon: 'link', run: page && (() => attach(page)) },
    {
      label: 'The selected text',
      icon: 'text',
      run: tab && (() => void attempt(insertSelection(tab), 'Couldn’t read this page. The browser doesn’t allow it.')),
    },
    {
      label: 'A picture of this page',
      icon: 'camera',
      run: tab && (() => void attempt(attachPicture(tab), 'Couldn’t take a picture. The browser doesn’t allow it on this page.')),
    },
  ]
  return [
    ...(isPopup ? ofTab : []),
    { label: 'Files...', icon: 'file', run: () => void attempt(chooseFiles(), 'Couldn’t open a window.') },
    {
      label: 'Always attach the page I’m on',
      icon: 'check',
      isChecked: attachPage,
      run: () => void writeSettings({ attachPage: !attachPage }),
    },
  ]
}

/** Shared with the web client and every device. */
function useDraft(target: Target) {
  const session = useSession()
  const $draft = useMemo(() => session.drafts.of(target), [session, target.key])
  const { body } = useValue($draft)
  useEffect(() => {
    onLeaving(session.drafts.flush)
    return () => session.drafts.hold(target, false)
  }, [session, target.key])
  return {
    text: body,
    write: (words: string) => session.drafts.write(target, { ...$draft.get(), body: words }),
    hold: (held: boolean) => session.drafts.hold(target, held),
  }
}

function usePlace() {
  const [place, setPlace] = useState<{ tab: CurrentTab | undefined; isPopup: boolean }>({ tab: undefined, isPopup: true })
  const [attachPage, setAttachPage] = useState(false)
  useEffect(() => {
    void Promise.all([currentTab(), isPopupOfIcon()]).then(([tab, isPopup]) =>
      setPlace({ tab: isPopup ? tab : undefined, isPopup }),
    )
    void readSettings().then((settings) => setAttachPage(settings.attachPage))
    return onSettings((settings) => setAttachPage(settings.attachPage))
  }, [])
  return { ...place, attachPage }
}

function useIncomingFiles(add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const take = (event: DragEvent | ClipboardEvent) => {
      const data = 'clipboardData' in event ? event.clipboardData : (event as DragEvent).dataTransfer
      const files = filesOf(data, new Date())
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', take)
    document.addEventListener('paste', take)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', take)
      document.removeEventListener('paste', take)
    }
  }, [])
}
