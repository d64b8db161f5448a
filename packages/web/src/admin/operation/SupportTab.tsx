// Lists messages to support and error reports.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { listReports, type Report } from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { timeAgo } from '../../format/time.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { usePages } from '../../page/topics/use-pages.ts'
import { Button } from '../../ui/inputs/Button.tsx'
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
  more: 'Load more',
  message: 'Message',
  times: params('{count} times'),
})

export function SupportTab() {
  const t = useStore(messages)
  const [done, setDone] = useState(false)
  const [opened, setOpened] = useState<string>()
  const load = useCallback(
    async (session: Session, cursor: string | undefined) => {
      const { reports, cursor: next } = await session.call(listReports, {
        ...(done && { done }),
        ...(cursor !== undefined && { cursor }),
      })
      return { items: reports, ...(next !== undefined && { cursor: next }) }
    },
    [done],
  )
  const { loaded, reload, loadMore } = usePages(load)
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
      <Loading loaded={loaded} onRetry={reload}>
        {({ items, more }) =>
          items.length === 0 ? (
            <p className={topic.lead} role="status">
              {done ? t.noneDone : t.none}
            </p>
          ) : (
            <>
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
                          reload()
                        }}
                      />
                    )}
                  </li>
                ))}
              </ul>
              {more && <Button onClick={loadMore}>{t.more}</Button>}
            </>
          )
        }
      </Loading>
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
