import { useStore } from '@nanostores/react'
import { exportData, type Gives, Refusal } from '@waypost/protocol'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { $server } from '../browser/server-facts.ts'
import { ActButton } from '../page/topics/ActButton.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { showAlert } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import { PreferenceChoice } from './PreferenceChoice.tsx'
import styles from './Settings.module.css'

/** Where conversations open, previews of links, asking before files, exporting the account's data, and deleting the push history. */
export function HistoryTab() {
  return (
    <div className={topic.sections}>
      <OpenAt />
      <LinkPreviews />
      <AskBeforeFiles />
      <ExportData />
      <DeleteHistory />
    </div>
  )
}

const openAtWords = i18n('open-at', {
  title: 'Open at',
  lead: 'Where a conversation opens if what is unread in it does not fit on the screen.',
  unread: 'First unread',
  newest: 'Newest',
})

/** Where conversations open. */
function OpenAt() {
  const t = useStore(openAtWords)
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  const isNewest = preferences?.open_at === 'newest'
  return (
    <Topic title={t.title} lead={t.lead}>
      {(['unread', 'newest'] as const).map((place) => (
        <label key={place} className={styles.choice}>
          <input
            type="radio"
            name="open-at"
            disabled={preferences === undefined}
            checked={isNewest === (place === 'newest')}
            onChange={() => void session.preferences.set({ open_at: place === 'newest' ? place : undefined })}
          />
          <span>{t[place]}</span>
        </label>
      ))}
    </Topic>
  )
}

const previewWords = i18n('link-previews', {
  title: 'Link previews',
  lead: 'When you send a link, this server opens it once and keeps its title, description and picture, so that you and the people who get it see where it leads. The other site sees this server, not you. It may notice that the link was opened, which matters for links that work only once.',
  choice: 'Preview links',
})

/** Whether links have previews. Not shown where an administrator has switched them off. */
function LinkPreviews() {
  const t = useStore(previewWords)
  const { linkPreviewsOff } = useStore($server)
  if (linkPreviewsOff) return null
  return (
    <Topic title={t.title} lead={t.lead}>
      <PreferenceChoice name="link_previews" choice={t.choice} />
    </Topic>
  )
}

const filesWords = i18n('ask-before-files', {
  title: 'Files',
  lead: 'Files and pictures that you choose, paste or drop are shown before they are sent, and you can write a caption. Switched off, they are sent at once.',
  choice: 'Ask before sending files',
})

/** Whether a dialog asks before files are sent. */
function AskBeforeFiles() {
  const t = useStore(filesWords)
  return (
    <Topic title={t.title} lead={t.lead}>
      <PreferenceChoice name="ask_before_files" choice={t.choice} />
    </Topic>
  )
}

const exportWords = i18n('export-data', {
  title: 'Export',
  lead: 'All data of this account in one file. A link to it is also emailed to you.',
  start: 'Export my data',
  requested: 'Export requested.',
  waiting: 'Export waiting to start.',
  other: params('Export {status}.'),
  download: 'Download the export',
  failed: 'The export was not started',
})

/** The polling interval, in milliseconds. */
const askAgain = 4_000

type Answer = Gives<typeof exportData>

/** Requests an export of the account's data, and shows its progress. */
function ExportData() {
  const t = useStore(exportWords)
  const session = useSession()
  const [asked, setAsked] = useState(0)
  const [answer, setAnswer] = useState<Answer>()

  useEffect(() => {
    if (asked === 0) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    session.call(exportData, {}).then(
      (next) => {
        if (gone) return
        setAnswer(next)
        if (next.status === 'waiting') timer = setTimeout(() => setAsked((times) => times + 1), askAgain)
      },
      (error: unknown) => {
        if (gone) return
        if (!(error instanceof Refusal)) throw error
        showAlert({ title: t.failed, body: error.message })
        setAsked(0)
        setAnswer(undefined)
      },
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asked, session, t])

  return (
    <Topic title={t.title} lead={t.lead}>
      {asked === 0 && (
        <div className={topic.actions}>
          <Button icon={<Download size={20} aria-hidden="true" />} onClick={() => setAsked(1)}>
            {t.start}
          </Button>
        </div>
      )}
      <div role="status" className={asked > 0 ? styles.status : 'hidden-words'}>
        {asked > 0 && <span>{wordsOf(answer)}</span>}
        {answer?.file_url && <a href={answer.file_url}>{t.download}</a>}
      </div>
    </Topic>
  )
}

function wordsOf(answer: Answer | undefined): string {
  const t = exportWords.get()
  if (!answer) return t.requested
  return answer.status === 'waiting' ? t.waiting : t.other({ status: answer.status })
}

const deletionWords = i18n('delete-history', {
  title: 'Delete push history',
  lead: 'Every message you sent or received is deleted, on all your devices. Others keep their copies.',
  delete: 'Delete all pushes',
  confirm: 'Delete',
  deleting: 'Your history is being deleted',
  deleted: 'Your history has been deleted',
})

/** Deletes all pushes, after a confirmation. */
function DeleteHistory() {
  const t = useStore(deletionWords)
  const session = useSession()
  const [done, setDone] = useState(false)
  const left = useStore(session.mirror.of('pushes')).entries.size
  return (
    <Topic title={t.title} lead={t.lead}>
      {!done && (
        <div className={topic.actions}>
          <ActButton
            label={t.delete}
            words={{ confirm: t.confirm, busy: t.deleting }}
            onConfirm={async () => setDone(await session.push.deleteAll())}
          />
        </div>
      )}
      <p role="status" className={done ? styles.status : 'hidden-words'}>
        {done && (left > 0 ? t.deleting : t.deleted)}
      </p>
    </Topic>
  )
}
