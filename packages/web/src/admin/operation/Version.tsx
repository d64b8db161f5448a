// Shows the version of the server and of what it runs on, to be copied into a bug report.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { type Gives, getVersion } from '@waypost/protocol'
import { useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { $now } from '../../browser/clock.ts'
import { momentOf, timeAgo } from '../../format/time.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useLoaded } from '../../page/topics/use-loaded.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import { Facts } from './Facts.tsx'

const messages = i18n('server-version', {
  title: 'Version',
  version: 'Waypost',
  node: 'Node.js',
  system: 'System',
  database: 'Database',
  migration: 'Newest migration',
  bus: 'Bus',
  files: 'Files',
  mail: 'Email',
  https: 'HTTPS',
  httpsUntil: params('{domain}, with a certificate until {time}'),
  httpsNone: params('{domain}, without a certificate yet'),
  httpsFailure: 'Certificate problem',
  started: 'Started',
  nodes: 'Nodes',
  copy: 'Copy as text',
  copied: 'Copied. There is no secret in it.',
})

type Shown = Gives<typeof getVersion>
const load = (session: Session): Promise<Shown> => session.call(getVersion, {})

export function Version() {
  const t = useStore(messages)
  const now = useStore($now)
  const [loaded, reload] = useLoaded(load)
  const [copied, setCopied] = useState(false)

  const httpsFacts = ({ domain, ends, failure }: NonNullable<Shown['https']>): [string, string][] => [
    [t.https, ends === undefined ? t.httpsNone({ domain }) : t.httpsUntil({ domain, time: momentOf(ends * 1_000) })],
    ...(failure === undefined ? [] : ([[t.httpsFailure, failure]] as [string, string][])),
  ]
  const facts = (shown: Shown, started: string): [string, string][] => [
    [t.version, String(shown.version)],
    [t.node, shown.node],
    [t.system, shown.system],
    [t.database, shown.database],
    [t.migration, shown.migration],
    [t.bus, shown.bus],
    [t.files, shown.files],
    [t.mail, shown.mail],
    ...(shown.https ? httpsFacts(shown.https) : []),
    [t.started, started],
    [t.nodes, shown.nodes.map(({ host, version }) => `${host} (${version})`).join(', ')],
  ]

  async function copy(shown: Shown) {
    const lines = facts(shown, new Date(shown.started * 1_000).toISOString()).map(([name, value]) => `${name}: ${value}`)
    if (!(await copyText(lines.join('\n')))) return
    setCopied(true)
    say(t.copied)
  }

  return (
    <Topic title={t.title}>
      <Loading loaded={loaded} onRetry={reload}>
        {(shown) => (
          <>
            <Facts facts={facts(shown, timeAgo(shown.started * 1_000, now))} />
            <div className={topic.actions}>
              <Button onClick={() => void copy(shown)}>{t.copy}</Button>
              <span className={topic.done}>{copied && t.copied}</span>
            </div>
          </>
        )}
      </Loading>
    </Topic>
  )
}
