import { useStore } from '@nanostores/react'
import { type FileRequest, openable, type RemoteDevice } from '@waypost/client/remote-files'
import { Check, ChevronDown, ChevronUp, Download, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { sizeOf } from '../format/size.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { remoteQueue } from './en.ts'
import { shownName } from './names.ts'
import styles from './Queue.module.css'
import { useRemoteFiles } from './session-remote-files.ts'

const messages = i18n('remote-queue', remoteQueue)

/** The requested files of all devices, newest first, docked below the folder. */
export function Queue() {
  const t = useStore(messages)
  const { requests } = useRemoteFiles()
  const all = useStore(requests.$all)
  const devices = useStore(useRemoteFiles().$devices)
  const [shown, setShown] = useState(true)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  useSpoken(all)
  if (all.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.queue}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t.title(all.length)}
        </h2>
        <IconButton
          ref={toggle}
          size="small"
          label={shown ? t.hide : t.show}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <ChevronDown size={18} aria-hidden="true" /> : <ChevronUp size={18} aria-hidden="true" />}
        </IconButton>
      </div>
      {shown && (
        <ul className={styles.items}>
          {[...all].reverse().map((request) => (
            <Item
              key={request.guid}
              request={request}
              device={devices.find(({ iden }) => iden === request.device)}
              onRetry={() => requests.retry(request.guid)}
              onRemove={() => {
                requests.remove(request.guid)
                toggle.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ItemProps {
  request: FileRequest
  device: RemoteDevice | undefined
  onRetry: () => void
  onRemove: () => void
}

function Item({ request, device, onRetry, onRemove }: ItemProps) {
  const t = useStore(messages)
  const id = useId()
  const { state, size, url } = request
  const trouble = useTrouble(request, device)
  const name = shownName(request.name)
  const address = openable(url)
  return (
    <li className={styles.item} data-state={state}>
      <Stack grow>
        {state === 'done' && address ? (
          <a href={address} target="_blank" rel="noreferrer noopener" className={styles.name} dir="auto" title={t.open({ name })}>
            {name}
          </a>
        ) : (
          <span className={styles.name} dir="auto">
            {name}
          </span>
        )}
        <span className={styles.status}>
          {state === 'done' && <Check size={14} aria-hidden="true" />}
          {(state === 'queued' || state === 'confirmed') && (
            <span role="progressbar" aria-labelledby={id}>
              <Dots />
            </span>
          )}
          {state !== 'failed' && <span id={id}>{t[state]}</span>}
          {trouble}
          {size !== undefined && state === 'done' && <span className={styles.size}>{sizeOf(size, { even: true })}</span>}
        </span>
      </Stack>
      {state === 'done' && address && (
        <a
          href={address}
          download={name}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t.saveNamed({ name })}
          className={styles.save}
        >
          <Download size={16} aria-hidden="true" />
          {t.save}
        </a>
      )}
      {state === 'failed' && (
        <Button kind="quiet" aria-label={t.retryNamed({ name })} onClick={onRetry}>
          {t.retry}
        </Button>
      )}
      <IconButton size="small" label={t.remove({ name })} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function useTrouble({ state, error, silent }: FileRequest, device: RemoteDevice | undefined): string | undefined {
  const t = useStore(messages)
  const { pinger, $state } = useSession()
  const known = useStore(pinger.$state) === 'known'
  const ready = useStore($state) === 'ready'
  if (state === 'done') return undefined
  if (!device && ready) return t.removed
  const name = shownName(device?.name ?? '')
  if (state === 'failed') return silent && device ? t.silent({ device: name }) : error
  return known && device?.state === 'not-connected' ? t.away({ device: name }) : undefined
}

/** Announces finished and failed requests. */
function useSpoken(all: readonly FileRequest[]): void {
  const before = useRef(all)
  useEffect(() => {
    const t = messages.get()
    for (const request of all) {
      const was = before.current.find(({ guid }) => guid === request.guid)
      if (!was || was.state === request.state) continue
      const name = shownName(request.name)
      if (request.state === 'done') say(t.ready({ name }))
      if (request.state === 'failed') say(t.failed({ name, reason: request.error ?? '' }))
    }
    before.current = all
  }, [all])
}
