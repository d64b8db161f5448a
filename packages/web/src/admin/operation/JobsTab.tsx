// Shows the jobs of the server and the feeds that cannot be read, and tries them again.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import {
  type FailingFeed,
  type Gives,
  jobStates,
  listFailingFeeds,
  listJobs,
  retryFeed,
  retryJobs,
  type JobState as State,
} from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { hourOf, timeAgo } from '../../format/time.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt } from '../../page/topics/use-loaded.ts'
import { usePages } from '../../page/topics/use-pages.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { count, i18n, params } from '../../ui/language.ts'
import { Facts } from './Facts.tsx'
import { JobState, jobStateNames } from './JobState.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-jobs', {
  feeds: 'Failing feeds',
  feedsLead: 'Feeds of channels that could not be read. They are tried again by themselves, less and less often.',
  noFeed: 'Every feed can be read.',
  channel: 'Channel',
  problem: 'Problem',
  actions: 'Actions',
  owner: params('#{tag}, of {owner}'),
  since: params('failing since {time}'),
  failures: count({ one: '{count} failure', other: '{count} failures' }),
  next: params('next try at {time}'),
  retry: 'Retry',
  retryNow: 'Retry now',
  retryThis: params('Retry the feed of {name}'),
  retryJob: params('Retry the job {type}'),
  trying: params('The feed of {name} is being read.'),
  works: params('The feed of {name} can be read again.'),
  fails: params('The feed of {name} still cannot be read.'),
  jobs: 'Jobs',
  jobsLead: 'Work that is done in the background. What fails is tried again for about a day.',
  show: 'Show',
  trouble: 'All but scheduled ones',
  none: 'There is no such job.',
  job: 'Job',
  state: 'State',
  added: params('added {time}'),
  retryAll: 'Retry all that failed',
  retried: count({ one: '{count} job is tried again.', other: '{count} jobs are tried again.' }),
  failed: "Couldn't retry. Try again.",
  more: 'Load more',
})

/** A node starts due jobs within this time, in milliseconds. */
const startsWithin = 2_000

export function JobsTab() {
  const t = useStore(messages)
  return (
    <div className={topic.sections}>
      <Topic title={t.feeds} lead={t.feedsLead}>
        <Feeds />
      </Topic>
      <Topic title={t.jobs} lead={t.jobsLead}>
        <Jobs />
      </Topic>
    </div>
  )
}

const loadFeeds = async (session: Session, cursor: string | undefined) => {
  const { feeds, ...rest } = await session.call(listFailingFeeds, cursor === undefined ? {} : { cursor })
  return { items: feeds, ...rest }
}

function Feeds() {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const { loaded, reload, loadMore } = usePages(loadFeeds)
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
    reload()
  }

  return (
    <Loading loaded={loaded} onRetry={reload}>
      {({ items: feeds, more }) => (
        <>
          {outcome && <p className={outcome.good ? styles.well : topic.trouble}>{outcome.words}</p>}
          {feeds.length === 0 ? (
            <p className={topic.lead}>{t.noFeed}</p>
          ) : (
            <table className={topic.table}>
              <thead>
                <tr>
                  <th scope="col">{t.channel}</th>
                  <th scope="col">{t.problem}</th>
                  <th scope="col">{t.actions}</th>
                </tr>
              </thead>
              <tbody>
                {feeds.map((feed) => (
                  <tr key={feed.iden}>
                    <td dir="auto">
                      {feed.name}
                      <span className={styles.second}>{t.owner({ tag: feed.tag, owner: feed.owner })}</span>
                      <span className={styles.second}>{feed.feed_url}</span>
                    </td>
                    <td>
                      <span className={styles.problem}>{feed.error}</span>
                      <span className={styles.second}>{linesOf(feed).join(' · ')}</span>
                    </td>
                    <td className={styles.end}>
                      <Button
                        busy={trying === feed.iden}
                        aria-label={t.retryThis({ name: feed.name })}
                        onClick={() => void retry(feed)}
                      >
                        {t.retry}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {more && <Button onClick={loadMore}>{t.more}</Button>}
        </>
      )}
    </Loading>
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
  const [counts, setCounts] = useState<Gives<typeof listJobs>['counts']>({} as Gives<typeof listJobs>['counts'])
  const load = useCallback(
    async (session: Session, cursor: string | undefined) => {
      const query = { ...(state && { state }), ...(cursor !== undefined && { cursor }) }
      const { jobs, counts, ...rest } = await session.call(listJobs, query)
      setCounts(counts)
      return { items: jobs, ...rest }
    },
    [state],
  )
  const { loaded, reload, loadMore } = usePages(load)

  async function retry(idens?: string[]) {
    await attempt(async () => {
      const { retried } = await session.call(retryJobs, idens ? { idens } : {})
      say(t.retried(retried))
    }, t.failed)
    reload()
    setTimeout(reload, startsWithin)
  }

  return (
    <Loading loaded={loaded} onRetry={reload}>
      {({ items: jobs, more }) => (
        <>
          <Facts facts={jobStates.map((one) => [names[one], counts[one] ?? 0])} />
          <div className={topic.form}>
            <SelectField
              label={t.show}
              value={state}
              onChange={({ target }) => setState(target.value as State | '')}
              choices={[{ value: '', label: t.trouble }, ...jobStates.map((value) => ({ value, label: names[value] }))]}
            />
          </div>
          {jobs.length === 0 ? (
            <p className={topic.lead} role="status">
              {t.none}
            </p>
          ) : (
            <table className={topic.table}>
              <thead>
                <tr>
                  <th scope="col">{t.job}</th>
                  <th scope="col">{t.state}</th>
                  <th scope="col">{t.actions}</th>
                </tr>
              </thead>
              <tbody>
                {jobs.map((job) => (
                  <tr key={job.iden}>
                    <td>
                      {job.type}
                      <span className={styles.second}>{t.added({ time: timeAgo(job.created * 1_000, now) })}</span>
                    </td>
                    <td>
                      <JobState job={job} />
                    </td>
                    <td className={styles.end}>
                      {(job.state === 'failed' || job.state === 'retrying') && (
                        <Button aria-label={t.retryJob({ type: job.type })} onClick={() => void retry([job.iden])}>
                          {t.retryNow}
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {more && <Button onClick={loadMore}>{t.more}</Button>}
          {(counts.failed ?? 0) + (counts.retrying ?? 0) > 0 && (
            <div className={topic.actions}>
              <Button onClick={() => void retry()}>{t.retryAll}</Button>
            </div>
          )}
        </>
      )}
    </Loading>
  )
}
