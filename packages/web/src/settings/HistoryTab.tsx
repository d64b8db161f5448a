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
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { askBeforeFiles, deleteHistory, exportDataWords, linkPreviews, openAt } from './en.ts'
import { PreferenceChoice } from './PreferenceChoice.tsx'
import styles from './Settings.module.css'

/** Where conversations open, link previews, asking before files, exporting data, and deleting the history. */
export function HistoryTab() {
  return (
    <Stack gap={4}>
      <OpenAt />
      <LinkPreviews />
      <AskBeforeFiles />
      <ExportData />
      <DeleteHistory />
    </Stack>
  )
}

const openAtWords = i18n('open-at', openAt)

function OpenAt() {
  const t = useStore(openAtWords)
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  const isNewest = preferences?.open_at === 'newest'
  return (
    <Topic title={t.title} lead={t.lead}>
      {(['unread', 'newest'] as const).map((place) => (
        <Row key={place} as="label" gap={3} className={styles.choice}>
          <input
            type="radio"
            name="open-at"
            disabled={preferences === undefined}
            checked={isNewest === (place === 'newest')}
            onChange={() => void session.preferences.set({ open_at: place === 'newest' ? place : undefined })}
          />
          <span>{t[place]}</span>
        </Row>
      ))}
    </Topic>
  )
}

const previewWords = i18n('link-previews', linkPreviews)

/** Hidden if an administrator has switched them off. */
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

const filesWords = i18n('ask-before-files', askBeforeFiles)

function AskBeforeFiles() {
  const t = useStore(filesWords)
  return (
    <Topic title={t.title} lead={t.lead}>
      <PreferenceChoice name="ask_before_files" choice={t.choice} />
    </Topic>
  )
}

const exportWords = i18n('export-data', exportDataWords)

/** The polling interval, in milliseconds. */
const askAgain = 4_000

type Answer = Gives<typeof exportData>

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
        <Row gap={2} wrap className={topic.actions}>
          <Button icon={<Download size={20} aria-hidden="true" />} onClick={() => setAsked(1)}>
            {t.start}
          </Button>
        </Row>
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

const deletionWords = i18n('delete-history', deleteHistory)

function DeleteHistory() {
  const t = useStore(deletionWords)
  const session = useSession()
  const [done, setDone] = useState(false)
  const left = useStore(session.mirror.of('pushes')).entries.size
  return (
    <Topic title={t.title} lead={t.lead}>
      {!done && (
        <Row gap={2} wrap className={topic.actions}>
          <ActButton
            label={t.delete}
            words={{ confirm: t.confirm, busy: t.deleting }}
            onConfirm={async () => setDone(await session.push.deleteAll())}
          />
        </Row>
      )}
      <p role="status" className={done ? styles.status : 'hidden-words'}>
        {done && (left > 0 ? t.deleting : t.deleted)}
      </p>
    </Topic>
  )
}
