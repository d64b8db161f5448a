import {
  type Device,
  type PhonebookEntry,
  type PhoneThread,
  phonebookKey,
  setPermanent,
  type ThreadMessage,
  threadKey,
  threadsKey,
  updateText,
} from '@waypost/protocol'
import { inMemoryStore, type KeyValueStore } from '../ground/key-value-store.ts'
import type { Platform } from '../ground/platform.ts'
import { until } from '../ground/until.ts'
import type { Session, SessionOptions } from '../session/session.ts'
import type { Person, TestSessions } from '../session/test-sessions.ts'
import { openSms, type Sms } from './sms.ts'

// For tests: the companion app of a phone, as another session of the same account.

export interface TestPhone {
  readonly session: Session
  readonly device: Device
  /** Encrypted if the session has a password. */
  publish(threads: readonly PhoneThread[], messages?: Record<string, readonly ThreadMessage[]>): Promise<void>
  /** Saves messages of a conversation, or conversations if `thread` is undefined, and marks that the phone has more. */
  publishMore(thread: string | undefined, items: readonly (ThreadMessage | PhoneThread)[]): Promise<void>
  publishPhonebook(phonebook: readonly PhonebookEntry[]): Promise<void>
  /** Announces a change, and the received messages, if any. */
  tell(notifications?: readonly { thread_id: string; title: string; body: string }[]): Promise<void>
  /** Waits for the next SMS to send, and reports its status. */
  takesText(status?: 'sent' | 'failed'): Promise<{ iden: string; data: Record<string, unknown>; file_url?: string }>
}

/** Creates a phone. `session` must have started; `fields` are those of its device. */
export async function testPhone(session: Session, fields: object = {}): Promise<TestPhone> {
  const { call, encryption } = session
  const made = await session.device.create({ nickname: 'Pixel', ...fields } as object)
  const device = made as Device
  const taken = new Set<string>()
  const keep = async (key: string, data: Record<string, unknown>) =>
    call(setPermanent, { key, data: await encryption.sealData(data) })
  return {
    session,
    device,
    async publish(threads, messages = {}) {
      for (const [id, thread] of Object.entries(messages)) await keep(threadKey(device.iden, id), { thread: [...thread] })
      await keep(threadsKey(device.iden), { threads: [...threads] })
    },
    async publishMore(thread, items) {
      const [key, field] =
        thread === undefined ? [threadsKey(device.iden), 'threads'] : [threadKey(device.iden, thread), 'thread']
      await keep(key, { [field]: [...items], more: true })
    },
    async publishPhonebook(phonebook) {
      await keep(phonebookKey(device.iden), { phonebook: [...phonebook] })
    },
    tell: (notifications = []) =>
      session.sendEphemeral({
        type: 'sms_changed',
        source_device_iden: device.iden,
        notifications: notifications.map((each) => ({ timestamp: 1_700_000_000, ...each })),
      }),
    async takesText(status) {
      const find = () =>
        [...session.mirror.of('texts').get().entries.values()].find(
          ({ iden, data }) => data?.status === 'queued' && !taken.has(iden),
        )
      await until(session.mirror.of('texts'), () => find() !== undefined)
      const text = find()
      if (!text?.data) throw new Error('There is no such text.')
      taken.add(text.iden)
      const data = await encryption.openData(text.data)
      if (status) await call(updateText, { iden: text.iden, data: { status } })
      return { iden: text.iden, data: data ?? text.data, ...(text.file_url !== undefined && { file_url: text.file_url }) }
    },
  }
}

interface OpenedTexts {
  session: Session
  texts: Sms
  saved: KeyValueStore
  leave(): void
}

/** Opens SMS for people on other machines. `platform` is used by the SMS alone. */
export function testTexts({ started }: Pick<TestSessions, 'started'>) {
  const opened: Sms[] = []
  function on(session: Session, saved: KeyValueStore, platform?: Platform): Sms {
    const texts = openSms(session, { saved, ...(platform && { platform }) })
    opened.push(texts)
    return texts
  }
  return {
    /** Opens the SMS of an existing session. */
    on,
    async open(person: Person, options: Partial<SessionOptions> = {}, platform?: Platform): Promise<OpenedTexts> {
      const saved = options.saved ?? inMemoryStore()
      const session = await started(person, { ...options, saved })
      const texts = on(session, saved, platform)
      return {
        session,
        texts,
        saved,
        leave() {
          texts.close()
          session.close()
        },
      }
    },
    closeAll() {
      for (const texts of opened.splice(0)) texts.close()
    },
  }
}

/** Waits until a conversation has exactly these items, each like 'hello pending'. */
export async function smsItems({ texts }: Pick<OpenedTexts, 'texts'>, { device }: TestPhone, id: string, ...wanted: string[]) {
  const words = ({ body, state }: { body: string; state: string }) => `${body} ${state}`
  return (await until(texts.thread(device.iden, id), ({ items }) => items.map(words).join('|') === wanted.join('|'))).items
}
