// Lists messages to support and error reports.

import { useStore } from '@nanostores/react'
import { listReports, type Report } from '@waypost/protocol'
import { useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'
import { Listing } from '../../page/topics/Listing.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { usePages } from '../../page/topics/use-pages.ts'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { i18n, params } from '../../ui/language.ts'
import { OpenReport } from './OpenReport.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-support', {
  title: 'Support',
  lead: 'Messages from the support form, and reports of errors. Those that are alike stand here once.',
  show: 'Show',
  open: 'Open ones',
  done: 'Done ones',
  none: 'No message waits.',
  noneDone: 'Nothing was marked as done yet.',
  message: 'Message',
  times: params('{count} times'),
})

export function SupportTab() {
  const t = useStore(messages)
  const [done, setDone] = useState(false)
  const [opened, setOpened] = useState<string>()
  const pages = usePages(listReports, { done: done || undefined }, ({ reports }) => reports)
  return (
    <Topic title={t.title} lead={t.lead}>
      <div className={topic.form}>
        <SelectField
          label={t.show}
          value={done ? 'done' : 'open'}
          onChange={({ target }) => {
            setDone(target.value === 'done')
            setOpened(undefined)
          }}
          choices={[
            { value: 'open', label: t.open },
            { value: 'done', label: t.done },
          ]}
        />
      </div>
      <Listing filtered pages={pages} empty={done ? t.noneDone : t.none}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((report) => (
              <li key={report.iden}>
                <Line
                  report={report}
                  isOpen={opened === report.iden}
                  onToggle={() => setOpened(opened === report.iden ? undefined : report.iden)}
                />
                {opened === report.iden && (
                  <OpenReport
                    iden={report.iden}
                    onChange={() => {
                      setOpened(undefined)
                      pages.reload()
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Topic>
  )
}

function Line({ report, isOpen, onToggle }: { report: Report; isOpen: boolean; onToggle: () => void }) {
  const t = useStore(messages)
  const now = useStore($now)
  const { kind, error, subject, body, reply_to, account, alike, created } = report
  const title = (kind === 'error' ? error : subject) ?? t.message
  const from = account ?? reply_to
  return (
    <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={onToggle}>
      <span className={styles.label} dir="auto">
        {title}
      </span>
      <span className={styles.second}>
        {[alike > 1 && t.times({ count: alike }), timeAgo(created * 1_000, now)].filter(Boolean).join(' · ')}
      </span>
      {!isOpen && (
        <span className={styles.excerpt} dir="auto">
          {[from, body].filter(Boolean).join(': ')}
        </span>
      )}
    </button>
  )
}
