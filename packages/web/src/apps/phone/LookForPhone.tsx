import { useStore } from '@nanostores/react'
import type { ReportedPhone } from '@waypost/protocol'
import { Smartphone } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { inWords } from '../../format/names.ts'
import { hrefOf } from '../../route.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { Dots } from '../../ui/inputs/Spinner.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import styles from './AndroidPhone.module.css'
import { lookForPhone } from './en.ts'
import { Offline, useOffline } from './Offline.tsx'
import type { Looking } from './use-looking.ts'

const messages = i18n('look-for-phone', lookForPhone)

/** The start button, the progress, and the phones that were found. */
export function LookForPhone({ looking, companion }: { looking: Looking; companion: string }) {
  const t = useStore(messages)
  const [busy, setBusy] = useState(false)
  const offline = useOffline()
  const { isLooking, isOver, added, look } = looking
  useAnnounced(looking.phones)
  if (added) return <p className={styles.second}>{t.found({ name: inWords(added.name) })}</p>

  async function begin(address?: string) {
    setBusy(true)
    await look(address)
    setBusy(false)
  }

  return (
    <>
      {!isLooking && <p className={styles.second}>{isOver ? t.over : t.looks({ companion })}</p>}
      {isLooking && !looking.failure && !offline && (
        <p role="status" className={styles.waiting}>
          <Dots />
          {t.open({ companion })}
        </p>
      )}
      {offline ? <Offline /> : <Problem looking={looking} companion={companion} />}
      <FoundPhones looking={looking} />
      <Row gap={2} align="start" wrap>
        <Button kind={isLooking ? 'secondary' : 'primary'} busy={busy} unavailable={offline} onClick={() => void begin()}>
          {isLooking || isOver ? t.again : t.look}
        </Button>
      </Row>
      {isLooking && <Elsewhere onLook={begin} unavailable={offline} />}
    </>
  )
}

function Problem({ looking: { failure, trouble }, companion }: { looking: Looking; companion: string }) {
  const t = useStore(messages)
  const words = failure?.failed === 'silent' ? t.stopped({ companion }) : (failure?.words ?? trouble)
  return words ? (
    <p role="alert" className={styles.trouble}>
      {words}
    </p>
  ) : null
}

function FoundPhones({ looking: { phones, isLooking, answer } }: { looking: Looking }) {
  const t = useStore(messages)
  const [asking, setAsking] = useState<string>()
  const shown = isLooking ? phones : phones.filter(({ state }) => state === 'paired')
  if (shown.length === 0) return null

  async function pair(id: string) {
    setAsking(id)
    await answer('pair', id)
    setAsking(undefined)
  }

  return (
    <Stack as="ul" gap={2} aria-label={t.foundHere}>
      {shown.map(({ id, name, state, device_iden: device }) => (
        <li key={id} className={styles.phone}>
          <Smartphone size={18} aria-hidden="true" />
          <span className={styles.name}>
            {state === 'paired' && device !== undefined ? <a href={hrefOf('devices', device)}>{name}</a> : <bdi>{name}</bdi>}
            <small>{state === 'paired' ? t.paired : state === 'unpaired' ? t.pairHint : t.compare}</small>
          </span>
          {state === 'unpaired' && (
            <Button busy={asking === id} aria-label={t.pairThis({ name: inWords(name) })} onClick={() => void pair(id)}>
              {t.pair}
            </Button>
          )}
        </li>
      ))}
    </Stack>
  )
}

function useAnnounced(phones: readonly ReportedPhone[]): void {
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    for (const { id, name, state } of phones)
      if (known.current && !known.current.has(id) && state !== 'paired') say(messages.get().found({ name: inWords(name) }))
    known.current = new Set(phones.map(({ id }) => id))
  }, [phones])
}

interface ElsewhereProps {
  onLook: (address: string) => Promise<void>
  unavailable: boolean
}

/** An IP address or a host name. */
const isAddress = (text: string): boolean => /^[\w.:%-]{1,253}$/.test(text)

/** Looks for a phone at an address, for networks that broadcasts don't reach. */
function Elsewhere({ onLook, unavailable }: ElsewhereProps) {
  const t = useStore(messages)
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = address.trim()
    setWrong(!isAddress(typed))
    if (!isAddress(typed) || busy || unavailable) return
    setBusy(true)
    await onLook(typed)
    setBusy(false)
  }

  return (
    <details className={styles.elsewhere} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.elsewhere}</summary>
      {isOpen && (
        <Row as="form" gap={2} align="start" wrap className={styles.address} onSubmit={submit} noValidate>
          <TextField
            label={t.address}
            help={t.addressHelp}
            error={isWrong ? t.noAddress : undefined}
            value={address}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            onChange={({ target }) => {
              setAddress(target.value)
              setWrong(false)
            }}
          />
          <Button type="submit" busy={busy} unavailable={unavailable}>
            {t.lookThere}
          </Button>
        </Row>
      )}
    </details>
  )
}
