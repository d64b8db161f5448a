// Draws the settings that request an export of the account's data, and link to it.

import { useStore } from '@nanostores/react'
import { exportData, type Gives, Refusal } from '@waypost/protocol'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import { showAlert } from '../../ui/notices/notices.ts'
import styles from './Settings.module.css'

const messages = i18n('export-data', {
  title: 'Export',
  lead: 'All data of this account in one file. A link to it is also pushed and emailed to you.',
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
export function ExportData() {
  const t = useStore(messages)
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
  const t = messages.get()
  if (!answer) return t.requested
  return answer.status === 'waiting' ? t.waiting : t.other({ status: answer.status })
}
