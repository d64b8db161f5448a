import { useStore } from '@nanostores/react'
import { createBackup, type Gives, getBackups } from '@waypost/protocol'
import { useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { leaveFor } from '../../browser/location.ts'
import { sizeOf } from '../../format/size.ts'
import { timeAgo } from '../../format/time.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt, useAnswer } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { serverBackups } from './en.ts'
import { Facts } from './Facts.tsx'
import styles from './Operation.module.css'

const messages = i18n('server-backups', serverBackups)

type Backups = Gives<typeof getBackups>
/** Explains what to back up and how, and downloads a backup. */
export function BackupsTab() {
  const t = useStore(messages)
  const [loaded, reload] = useAnswer(getBackups)
  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={loaded} onRetry={reload}>
        {(state) => (
          <>
            <State state={state} />
            {state.database === 'SQLite' ? <Download state={state} onMade={reload} /> : <ByHand state={state} />}
          </>
        )}
      </Loading>
    </Topic>
  )
}

function State({ state: { last, by, database, database_bytes, files, file_bytes, folder } }: { state: Backups }) {
  const t = useStore(messages)
  const now = useStore($now)
  return (
    <Facts
      facts={[
        [t.last, last === undefined ? t.never : t.lastBy({ time: timeAgo(last * 1_000, now), name: by ?? t.commandLine })],
        [t.database, database_bytes === undefined ? database : t.sized({ engine: database, size: sizeOf(database_bytes) })],
        [t.files, files === 'S3' ? t.inS3 : sizeOf(file_bytes)],
        [t.folder, folder],
      ]}
    />
  )
}

function Download({ state, onMade }: { state: Backups; onMade: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [files, setFiles] = useState(true)
  const [busy, setBusy] = useState(false)
  const [started, setStarted] = useState(false)

  async function download() {
    setBusy(true)
    setStarted(false)
    const worked = await attempt(async () => leaveFor((await session.call(createBackup, { files })).url), t.failed)
    setBusy(false)
    setStarted(worked)
    if (worked) say(t.started)
    onMade()
  }

  return (
    <>
      {state.files === 'disk' && (
        <Row as="label" gap={3} align="start" className={styles.choice}>
          <input type="checkbox" checked={files} onChange={({ target }) => setFiles(target.checked)} />
          <span>
            {t.withFiles}
            <small>{t.withFilesMore}</small>
          </span>
        </Row>
      )}
      <Row gap={2} wrap className={topic.actions}>
        <Button kind="primary" busy={busy} onClick={() => void download()}>
          {t.download}
        </Button>
        <span className={topic.done}>{started && t.started}</span>
      </Row>
      <p className={topic.lead}>{t.restore}</p>
      <p className={topic.lead}>{t.line}</p>
      <pre className={styles.code}>npm start -- admin backup /backup/waypost.zip</pre>
    </>
  )
}

function ByHand({ state: { files, folder } }: { state: Backups }) {
  const t = useStore(messages)
  return (
    <>
      <p className={topic.lead}>{t.postgres}</p>
      <pre className={styles.code}>
        {[
          'pg_dump --format=custom --file=/backup/waypost.dump "$WAYPOST_DATABASE_URL"',
          files === 'S3' ? 'rclone copy s3:BUCKET /backup/files' : `cp -a ${folder}/files /backup/`,
        ].join('\n')}
      </pre>
    </>
  )
}
