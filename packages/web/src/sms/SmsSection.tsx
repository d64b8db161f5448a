import { useStore } from '@nanostores/react'
import { canText, newThreadAddresses, type SmsThread, type ThreadList as Threads } from '@waypost/client/sms'
import { addressOf } from '@waypost/client/sms/address'
import type { Device } from '@waypost/protocol'
import { useEffect } from 'react'
import { $oneColumn } from '../browser/media.ts'
import { readSetting, writeSetting } from '../browser/storage.ts'
import { nameOfThread } from '../format/text-labels.ts'
import paneStyles from '../page/shell/Pane.module.css'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { sectionNames } from '../page/shell/sections.ts'
import { open, remembered, smsItem, smsPlaceOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { DeviceSwitch } from './DeviceSwitch.tsx'
import { NewMessage } from './new-message/NewMessage.tsx'
import styles from './SmsSection.module.css'
import stateStyles from './SmsStates.module.css'
import { FetchFailed, Gone, NoPhones, NoThreads, smsWords, Unlock, UpdateApp } from './SmsStates.tsx'
import { Thread } from './Thread.tsx'
import { ThreadList } from './ThreadList.tsx'

// In one chunk with the screens: modules shared between chunks would be loaded with the first page.
export { runSmsInBackground } from './background.ts'

interface SmsSidebarProps {
  /** The phone and conversation that the address names. */
  item: string | undefined
}

/** The conversations of a phone, and the switch between phones. */
export function SmsSidebar({ item }: SmsSidebarProps) {
  const phones = usePhones()
  const narrow = useStore($oneColumn)
  const { device, thread } = smsPlaceOf(item ?? remembered('sms'))
  const phone = phones.find(({ iden }) => iden === device) ?? (item === undefined ? phones[0] : undefined)
  if (!phone) return <div className={styles.sidebar}>{narrow && phones.length === 0 && <NoPhones />}</div>
  return (
    <div className={styles.sidebar} data-region="sidebar">
      {canText(phone) ? (
        <ThreadList key={phone.iden} phone={phone} current={item === undefined ? undefined : thread} />
      ) : (
        <div className={styles.rest}>{narrow && <UpdateApp />}</div>
      )}
      <DeviceSwitch phones={phones} phone={phone} />
    </div>
  )
}

interface SmsMainProps extends SmsSidebarProps {
  /** Called with the name of the open conversation, for the title of the window. */
  onName: (name: string | undefined) => void
}

/** `#sms/{device}/{thread}`: a conversation or a new message; without either, the last open or first conversation. */
export function SmsMain({ item, onName }: SmsMainProps) {
  const session = useSession()
  const ready = useStore(session.$state) === 'ready'
  const phones = usePhones()
  const { device, thread } = smsPlaceOf(item)
  const phone = phones.find(({ iden }) => iden === device)
  const home = device === undefined ? undefined : smsOf(session).homeOf(device)
  if (device !== undefined && home !== undefined && home !== device)
    return <Elsewhere device={device} home={home} thread={thread} />
  if (!phone)
    return !ready || (item === undefined && phones.length > 0) ? (
      <Waiting />
    ) : phones.length > 0 ? (
      <Gone />
    ) : (
      <NoPhones level="h1" />
    )
  if (!canText(phone)) return <UpdateApp level="h1" />
  return <PhoneMain key={phone.iden} phone={phone} thread={thread} onName={onName} />
}

/** Redirects from a device whose texts are shown under another one to the same place there. */
function Elsewhere({ device, home, thread }: { device: string; home: string; thread: string | undefined }) {
  const texts = smsOf(useSession())
  const list = useStore(texts.threads(device))
  const own = useStore(texts.threads(home))
  const addresses = list.lines.find(({ id }) => id === thread)?.recipients.map(addressOf)
  const isKnown = list.state !== 'loading' && own.state !== 'loading'
  const there = thread === undefined || thread === 'new' ? thread : addresses && texts.threadWith(home, addresses)
  useEffect(() => {
    if (isKnown) open('sms', smsItem(home, there), { replace: true })
  }, [isKnown, home, there])
  return <Waiting />
}

function PhoneMain({ phone, thread, onName }: { phone: Device; thread: string | undefined; onName: SmsMainProps['onName'] }) {
  const t = useStore(smsWords)
  const session = useSession()
  const texts = smsOf(session)
  const { iden } = phone
  const list = useStore(texts.threads(iden))
  const usual = useUsual(iden, thread, list)
  const shown = thread ?? usual
  useEffect(() => {
    if (thread === undefined && usual !== undefined) open('sms', smsItem(iden, usual), { replace: true })
    else if (thread !== undefined && thread !== 'new') rememberThread(iden, thread)
  }, [iden, thread, usual])
  useEffect(() => {
    if (thread !== 'new') return
    onName(t.newMessage)
    return () => onName(undefined)
  }, [thread, onName, t])

  if (list.state === 'sealed') return <Unlock level="h1" device={iden} thread={shown === 'new' ? undefined : shown} />
  if (shown === 'new') return <NewMessage phone={phone} />
  if (shown !== undefined) return <OpenThread key={shown} phone={phone} thread={shown} list={list} onName={onName} />
  if (list.state === 'loading') return <Waiting />
  if (list.state === 'failed') return <FetchFailed level="h1" refusal={list.refusal} onRetry={() => void texts.refresh(iden)} />
  return <NoThreads level="h1" device={iden} />
}

/** The conversation that a phone opens with: the last open one if it exists, else the first. */
function useUsual(device: string, thread: string | undefined, { lines }: Threads): string | undefined {
  if (thread !== undefined) return undefined
  const known = rememberedThread(device)
  return lines.some(({ id }) => id === known) ? known : lines[0]?.id
}

interface OpenThreadProps {
  phone: Device
  thread: string
  list: Threads
  onName: SmsMainProps['onName']
}

function OpenThread({ phone, thread, list, onName }: OpenThreadProps) {
  const texts = smsOf(useSession())
  const { iden } = phone
  const opened: SmsThread = useStore(texts.thread(iden, thread))
  const name = nameOfThread(opened.recipients)
  const listed = list.lines.some(({ id }) => id === thread)
  const fresh = newThreadAddresses(thread)
  // A message to a new recipient is in a temporary conversation until the phone reports it.
  const kept = fresh && texts.threadWith(iden, fresh)
  useEffect(() => {
    if (kept !== undefined && kept !== thread) open('sms', smsItem(iden, kept), { replace: true })
  }, [iden, thread, kept])
  useEffect(() => {
    if (opened.recipients.length > 0) onName(name)
    return () => onName(undefined)
  }, [name, opened.recipients.length, onName])

  const unknown = !listed && !fresh
  const asks = unknown && list.state === 'loaded' && list.earlier === 'more'
  // It may be older than the list that the phone stores on the server.
  useEffect(() => {
    if (asks) void texts.loadEarlier(iden)
  }, [asks, texts, iden])
  if (opened.state === 'sealed') return <Unlock level="h1" device={iden} thread={thread} />
  if (unknown && (list.state === 'loading' || list.earlier === 'more' || list.earlier === 'loading')) return <Waiting />
  if (unknown && list.state === 'failed')
    return <FetchFailed level="h1" refusal={list.refusal} onRetry={() => void texts.refresh(iden, thread)} />
  if (unknown) return <Gone device={iden} />
  return <Thread phone={phone} id={thread} thread={opened} />
}

function Waiting() {
  const words = useStore(sectionNames)
  return (
    <div className={paneStyles.headed}>
      <PaneHeader section="sms">
        <PaneTitle page>{words.sms}</PaneTitle>
      </PaneHeader>
      <div className={stateStyles.pane}>
        <Spinner label={words.sms} />
      </div>
    </div>
  )
}

function usePhones(): readonly Device[] {
  return useStore(smsOf(useSession()).$phones)
}

/** The last open conversation of each phone. */
const threadsKey = 'sms_threads'

function rememberedThread(device: string): string | undefined {
  const thread = readThreads()[device]
  return typeof thread === 'string' ? thread : undefined
}

function rememberThread(device: string, thread: string): void {
  writeSetting(threadsKey, JSON.stringify({ ...readThreads(), [device]: thread }))
}

function readThreads(): Record<string, unknown> {
  try {
    const threads: unknown = JSON.parse(readSetting(threadsKey) ?? '{}')
    return typeof threads === 'object' && threads !== null ? { ...threads } : {}
  } catch {
    return {}
  }
}
