import { useStore } from '@nanostores/react'
import {
  type FailingFeed,
  jobStates,
  listFailingFeeds,
  listJobs,
  retryFeed,
  retryJobs,
  type JobState as State,
} from '@waypost/protocol'
import { useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { hourOf, timeAgo } from '../../format/time.ts'
import { Listing, Table } from '../../page/topics/Listing.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { serverJobs } from './en.ts'
import { Facts, TwoLines } from './Facts.tsx'
import { JobState, jobStateNames } from './JobState.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-jobs', serverJobs)

/** A node starts due jobs within this time, in milliseconds. */
const startsWithin = 2_000

/** Shows the server's jobs and the failing feeds, and retries them. */
export function JobsTab() {
  const t = useStore(messages)
  return (
    <Stack gap={4}>
      <Topic title={t.feeds} lead={t.feedsLead}>
        <Feeds />
      </Topic>
      <Topic title={t.jobs} lead={t.jobsLead}>
        <Jobs />
      </Topic>
    </Stack>
  )
}

function Feeds() {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const pages = usePages(listFailingFeeds, {}, ({ feeds }) => feeds)
  const [trying, setTrying] = useState<string>()
  const [outcome, setOutcome] = useState<{ good: boolean; words: string }>()

  async function retry({ iden, name }: FailingFeed) {
    setTrying(iden)
    setOutcome(undefined)
    await attempt(async () => {
      const { works } = await session.call(retryFeed, { iden })
      const words = works === undefined ? t.trying({ name }) : works ? t.works({ name }) : t.fails({ name })
      setOutcome({ good: works !== false, words })
      say(words)
    }, t.failed)
    setTrying(undefined)
    pages.reload()
  }

  return (
    <>
      {outcome && <p className={outcome.good ? styles.well : topic.trouble}>{outcome.words}</p>}
      <Listing pages={pages} empty={t.noFeed}>
        {(feeds) => (
          <Table
            items={feeds}
            columns={[
              {
                title: t.channel,
                cell: ({ name, tag, owner, feed_url }) => (
                  <>
                    {name}
                    <span className={styles.second}>{t.owner({ tag, owner })}</span>
                    <span className={styles.second}>{feed_url}</span>
                  </>
                ),
              },
              {
                title: t.problem,
                cell: (feed) => (
                  <TwoLines second={linesOf(feed).join(' · ')}>
                    <span className={styles.problem}>{feed.error}</span>
                  </TwoLines>
                ),
              },
              {
                title: t.actions,
                kind: 'buttons',
                cell: (feed) => (
                  <Button
                    busy={trying === feed.iden}
                    aria-label={t.retryThis({ name: feed.name })}
                    onClick={() => void retry(feed)}
                  >
                    {t.retry}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Listing>
    </>
  )

  function linesOf({ since, failures, next }: FailingFeed): string[] {
    return [
      ...(since === undefined ? [] : [t.since({ time: timeAgo(since * 1_000, now) })]),
      ...(failures > 0 ? [t.failures(failures)] : []),
      ...(next !== undefined && next * 1_000 > now ? [t.next({ time: hourOf(next * 1_000) })] : []),
    ]
  }
}

function Jobs() {
  const t = useStore(messages)
  const names = useStore(jobStateNames)
  const session = useSession()
  const now = useStore($now)
  const [state, setState] = useState<State | ''>('')
  const pages = usePages(listJobs, { state }, ({ jobs }) => jobs)
  const counts: Partial<Record<State, number>> = pages.shown?.page.counts ?? {}

  async function retry(idens?: string[]) {
    await attempt(async () => {
      const { retried } = await session.call(retryJobs, idens ? { idens } : {})
      say(t.retried(retried))
    }, t.failed)
    pages.reload()
    setTimeout(pages.reload, startsWithin)
  }

  return (
    <>
      {pages.shown && <Facts facts={jobStates.map((one) => [names[one], counts[one] ?? 0])} />}
      <Stack gap={3} className={topic.form}>
        <SelectField
          label={t.show}
          value={state}
          onChange={({ target }) => setState(target.value as State | '')}
          choices={[{ value: '', label: t.trouble }, ...jobStates.map((value) => ({ value, label: names[value] }))]}
        />
      </Stack>
      <Listing filtered pages={pages} empty={state === '' ? t.none : t.noneSuch}>
        {(jobs) => (
          <Table
            items={jobs}
            columns={[
              {
                title: t.job,
                cell: ({ type, created }) => (
                  <TwoLines second={t.added({ time: timeAgo(created * 1_000, now) })}>{type}</TwoLines>
                ),
              },
              { title: t.state, cell: (job) => <JobState job={job} /> },
              {
                title: t.actions,
                kind: 'buttons',
                cell: ({ iden, type, state }) =>
                  (state === 'failed' || state === 'retrying') && (
                    <Button aria-label={t.retryJob({ type })} onClick={() => void retry([iden])}>
                      {t.retryNow}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Listing>
      {(counts.failed ?? 0) + (counts.retrying ?? 0) > 0 && (
        <Row gap={2} wrap className={topic.actions}>
          <Button onClick={() => void retry()}>{t.retryAll}</Button>
        </Row>
      )}
    </>
  )
}
