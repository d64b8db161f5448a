import { useStore } from '@nanostores/react'
import type { PhoneOutcome } from '@waypost/client/phones'
import { findingMilliseconds, type PhoneRequest, type ReportedPhone } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { phonesOf } from '../../session/phones.ts'

/** In milliseconds. */
const askEvery = 15_000

type Failure = Exclude<PhoneOutcome, { report: unknown }>

export interface Looking {
  phones: readonly ReportedPhone[]
  /** The phone paired since the screen was opened. */
  added: ReportedPhone | undefined
  isLooking: boolean
  /** The search has run its full time. */
  isOver: boolean
  /** The companion's reason why it can't search, e.g. because a phone's app is too old. */
  trouble: string | undefined
  failure: Failure | undefined
  /** The name phones show for the companion. */
  name: string | undefined
  /** @param address of a phone that isn't discovered automatically */
  look(address?: string): Promise<void>
  /** @returns whether it succeeded */
  answer(action: 'pair' | 'accept' | 'refuse', phone: string): Promise<boolean>
}

/** Looks for phones through a companion, from the first `look` on. */
export function useLooking(companion: string): Looking {
  const session = useSession()
  const phones = phonesOf(session)
  const report = useStore(phones.$reports).get(companion)
  const connection = useStore(session.$connection)
  const [since, setSince] = useState<number>()
  const [isOver, setOver] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [before] = useState(() => new Set(idsOfPaired(phones.$reports.get().get(companion)?.phones)))
  const failed = useRef<Failure>(undefined)
  const added = report?.phones.find(({ id, state }) => state === 'paired' && !before.has(id))

  async function ask(action: PhoneRequest['action'], more: Pick<PhoneRequest, 'phone' | 'address'> = {}): Promise<boolean> {
    const outcome = await phones.ask(companion, action, more)
    const problem = 'report' in outcome ? undefined : outcome
    failed.current = problem
    setFailure(problem)
    return problem === undefined
  }

  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setOver(true), since + findingMilliseconds - Date.now())
    return () => clearTimeout(timer)
  }, [since])

  const isLooking = since !== undefined && !isOver
  const isFollowed = isLooking || added !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the connection is back
  useEffect(() => {
    if (!isFollowed) return
    // A companion that was away has restarted, and isn't searching.
    const beat = () => void ask(failed.current && !added ? 'find' : 'list')
    if (failed.current) beat()
    const timer = setInterval(beat, askEvery)
    return () => clearInterval(timer)
  }, [isFollowed, added === undefined, connection])

  return {
    phones: report?.phones ?? [],
    added,
    isLooking,
    isOver,
    trouble: isLooking && !added ? report?.error : undefined,
    failure,
    name: report?.name,
    async look(address) {
      setSince(Date.now())
      setOver(false)
      await ask('find', address === undefined ? {} : { address })
    },
    answer: (action, phone) => ask(action, { phone }),
  }
}

const idsOfPaired = (phones: readonly ReportedPhone[] = []) => phones.flatMap(({ id, state }) => (state === 'paired' ? [id] : []))
