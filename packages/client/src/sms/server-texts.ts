import { deleteText, Refusal, type Text, type textFailures, textStatuses } from '@waypost/protocol'
import { atom } from 'nanostores'
import { isSealed } from '../session/encryption.ts'
import type { Session } from '../session/session.ts'

export interface ServerText {
  iden: string
  guid?: string
  device: string
  /** Seconds since 1970. */
  created: number
  status: (typeof textStatuses)[number]
  failure?: (typeof textFailures)[number]
  /** The phone's own words for the failure. */
  reason?: string
  /** Absent if it cannot be decrypted here. */
  content?: { addresses: readonly string[]; message: string; file_type?: string }
  file_url?: string
}

export type ServerTexts = ReturnType<typeof openServerTexts>

/** The texts of the mirror, decrypted if necessary. */
export function openServerTexts({ mirror, encryption }: Pick<Session, 'mirror' | 'encryption'>) {
  const $entries = mirror.of('texts')
  const $texts = atom<readonly ServerText[]>([])
  const opened = new Map<string, { modified: number; content: Record<string, unknown> | undefined }>()
  let turn = 0

  async function openSealed(): Promise<void> {
    const own = ++turn
    const { entries } = $entries.get()
    for (const iden of opened.keys()) if (!entries.has(iden)) opened.delete(iden)
    for (const { iden, modified, data } of entries.values()) {
      if (!data || !isSealed(data) || opened.get(iden)?.modified === modified) continue
      const content = await encryption.openData(data)
      if (own !== turn) return
      opened.set(iden, { modified, content })
      show()
    }
  }

  function show(): void {
    const texts = [...$entries.get().entries.values()].flatMap((text) => read(text, opened.get(text.iden)?.content) ?? [])
    $texts.set(texts.sort((a, b) => a.created - b.created))
  }

  function renew(): void {
    show()
    void openSealed()
  }

  const stops = [
    $entries.subscribe(renew),
    encryption.$key.listen(() => {
      opened.clear()
      renew()
    }),
  ]

  return {
    /** Oldest first. */
    $texts,
    find: (iden: string) => $texts.get().find((text) => text.iden === iden),
    close(): void {
      turn++
      for (const stop of stops) stop()
    },
  }
}

function read({ iden, created, data, file_url }: Text, opened: Record<string, unknown> | undefined): ServerText | undefined {
  if (!data) return undefined
  return {
    iden,
    created,
    device: data.target_device_iden,
    status: textStatuses.find((status) => status === data.status) ?? 'queued',
    ...(data.failure && { failure: data.failure }),
    ...(data.reason && { reason: data.reason }),
    ...(data.guid && { guid: data.guid }),
    ...contentOf(isSealed(data) ? opened : data),
    ...(file_url && { file_url }),
  }
}

function contentOf(data: Record<string, unknown> | undefined): Pick<ServerText, 'content'> {
  if (!data || !Array.isArray(data.addresses)) return {}
  const addresses = data.addresses.filter((address): address is string => typeof address === 'string')
  const message = typeof data.message === 'string' ? data.message : ''
  return { content: { addresses, message, ...(typeof data.file_type === 'string' && { file_type: data.file_type }) } }
}

/** Deletes an SMS from the server; succeeds if it is already gone. @throws Refusal if the server cannot be reached */
export async function removeText(call: Session['call'], iden: string): Promise<void> {
  try {
    await call(deleteText, { iden })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
  }
}
