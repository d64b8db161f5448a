// Sends a file to the user's own conversation, in a step of the checklist.

import { useStore } from '@nanostores/react'
import type { FileSource, HistoryItem } from '@waypost/client'
import { Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { chooseFiles } from '../browser/files/files.ts'
import { askBeforeLeaving } from '../browser/location.ts'
import { useSession } from '../session/context.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { FileDrop } from '../ui/inputs/FileDrop.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './StepAction.module.css'

const messages = i18n('setup-files', {
  choose: 'Choose a file',
  me: 'Me',
  uploading: params('{percent} % of {name}'),
  percent: params('{percent} %'),
  sending: 'Sending',
  failed: 'not sent',
  retry: 'Retry',
  again: 'Choose it again',
  discard: 'Discard',
})

/** Sends a file to the user's own conversation. The step is done when the server has it. */
export function SendFile() {
  const t = useStore(messages)
  const session = useSession()
  const [$history] = useState(() => session.push.history(session.target.me))
  const { items } = useStore($history)
  const files = items.filter(({ push, state }) => push.type === 'file' && state !== 'settled')
  const busy = files.some(({ uploading }) => uploading)
  useEffect(() => (busy ? askBeforeLeaving(() => true) : undefined), [busy])
  const send = (chosen: readonly File[]) => {
    if (chosen.length > 0) session.push.sendFiles(chosen.map(sourceOf), session.target.me)
  }
  return (
    <>
      <Button
        kind="primary"
        icon={<Paperclip size={18} aria-hidden="true" />}
        onClick={async () => send(await chooseFiles({ multiple: false }))}
      >
        {t.choose}
      </Button>
      <FileDrop name={t.me} onFiles={send} />
      {files.map((item) => (
        <FileOnItsWay key={item.key} item={item} />
      ))}
    </>
  )
}

function FileOnItsWay({ item }: { item: HistoryItem }) {
  const t = useStore(messages)
  const { push } = useSession()
  const name = item.push.file_name ?? ''
  const percent = Math.floor((item.progress ?? 0) * 100)

  async function again() {
    const [file] = item.lost ? await chooseFiles({ multiple: false }) : []
    if (!item.lost || file) push.retry(item.key, file && sourceOf(file))
  }

  return (
    <div className={styles.file}>
      <span dir="auto" className={styles.fileName}>
        {name}
      </span>
      {item.state === 'failed' ? (
        <>
          <p role="alert" className={styles.failed}>
            <strong>{t.failed}</strong> {item.error}
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => void again()}>{item.lost ? t.again : t.retry}</Button>
            <Button kind="quiet" onClick={() => push.discard(item.key)}>
              {t.discard}
            </Button>
          </div>
        </>
      ) : (
        <>
          <progress max={100} value={percent} aria-label={name} aria-valuetext={t.uploading({ percent, name })} />
          <span className={styles.fileState}>
            {item.uploading && item.progress !== undefined ? t.percent({ percent }) : t.sending}
          </span>
        </>
      )}
    </div>
  )
}

/** Prepares a file for sending. Its preview is only its size. */
function sourceOf(file: File): FileSource {
  const { name, type, size } = file
  return { name, type, size, slice: (start, end) => file.slice(start, end), preview: { size } }
}
