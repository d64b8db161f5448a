// Finds SMS in the conversations that phones keep on the server; encrypted ones can be searched by the client only.

import { askedName, isNamed, matches, type Named, readQuery, type SearchQuery, type ThreadRecipient } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { Sms, SmsItem, SmsThread } from '../sms/sms.ts'

export interface FoundText {
  device: string
  thread: string
  recipients: readonly ThreadRecipient[]
  item: SmsItem
  /** It is encrypted, so the server cannot read it. */
  encrypted: boolean
}

export interface TextSearch {
  /** Most recent first. */
  readonly $found: ReadableAtom<readonly FoundText[]>
  ask(q: string): void
  close(): void
}

type Used = Pick<Sms, '$phones' | 'threads' | 'thread'>

/** Limits: the latest conversations of a phone that are searched, parallel fetches, and results. */
const most = { threads: 50, atOnce: 3, found: 20 }

export function openTextSearch({ $phones, threads, thread }: Used, now: () => { at: number; zone: number }): TextSearch {
  const $found = atom<readonly FoundText[]>([])
  const stops: (() => void)[] = []
  const known = new Set<string>()
  const waiting: { device: string; id: string }[] = []
  const opened: { device: string; id: string; $thread: ReadableAtom<SmsThread> }[] = []
  let loading = 0
  let query: SearchQuery | undefined

  function find(): void {
    const found: FoundText[] = []
    const fits = query ? fitting(query) : () => false
    for (const { device, id, $thread } of opened) {
      const { items, recipients, encrypted = false } = $thread.get()
      for (const item of items) if (fits(item, recipients)) found.push({ device, thread: id, recipients, item, encrypted })
    }
    $found.set(found.sort((a, b) => b.item.created - a.item.created).slice(0, most.found))
  }

  function openNext(): void {
    while (loading < most.atOnce) {
      const next = waiting.shift()
      if (!next) return
      loading++
      const $thread = thread(next.device, next.id)
      opened.push({ ...next, $thread })
      let isLoading = true
      stops.push(
        $thread.subscribe(({ state }) => {
          find()
          if (!isLoading || state === 'loading') return
          isLoading = false
          loading--
          openNext()
        }),
      )
    }
  }

  function watch(device: string): void {
    stops.push(
      threads(device).subscribe(({ lines }) => {
        for (const { id } of lines.slice(0, most.threads)) {
          const key = `${device}/${id}`
          if (known.has(key)) continue
          known.add(key)
          waiting.push({ device, id })
        }
        openNext()
      }),
    )
  }

  for (const { iden } of $phones.get()) watch(iden)
  return {
    $found,
    ask(q) {
      const read = readQuery(q, now())
      const asks = read.all.length > 0 || read.from.length > 0 || read.to.length > 0 || read.in.length > 0
      query = asks && read.has.every((what) => what === 'image') ? read : undefined
      find()
    },
    close() {
      waiting.length = 0
      for (const stop of stops) stop()
    },
  }
}

function fitting(query: SearchQuery): (item: SmsItem, recipients: readonly ThreadRecipient[]) => boolean {
  const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = query
  return (item, recipients) => {
    const { body, created, side, pictures } = item
    if (created < after || created >= before) return false
    if (query.has.length > 0 && pictures.length === 0) return false
    if (query.hasNot.includes('image') && pictures.length > 0) return false
    const isWith = (names: readonly string[]) =>
      names.length === 0 || recipients.some((each) => names.some((name) => isNamed(namedOf(each), askedName(name))))
    if (!isWith(query.in) || (query.from.length > 0 && side !== 'in') || (query.to.length > 0 && side !== 'out')) return false
    if (!isWith(query.from) || !isWith(query.to)) return false
    return matches(query, [body])
  }
}

const namedOf = ({ name, number = '', address = number }: ThreadRecipient): Named => ({
  kind: 'person',
  key: address,
  name: name ?? null,
  also: `${address} ${number}`,
})
