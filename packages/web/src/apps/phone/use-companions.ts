import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { type Device, isGatewayPhone, isPairedPhone } from '@waypost/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { phonesOf } from '../../session/phones.ts'

/** A device that can look for phones, or a computer that might once its companion runs. */
export interface Companion {
  target: Target
  state: 'asking' | 'there' | 'silent' | { words: string }
}

/** Browsers and apps, which are never companions. */
const others = new Set(['chrome', 'edge', 'firefox', 'ios', 'opera', 'safari'])
/** Computers, whose companion may just be off. Other devices are shown only when they answer. */
const computers = new Set(['linux', 'mac', 'windows'])
/** The most devices that are asked. */
const most = 30

/** The companions of the account, kept up to date, and a function that asks the silent ones again. */
export function useCompanions(): [companions: readonly Companion[], again: () => void] {
  const session = useSession()
  const phones = phonesOf(session)
  const devices = useStore(session.target.$devices)
  const reports = useStore(phones.$reports)
  const online = useStore(session.pinger.$online)
  const connection = useStore(session.$connection)
  const [states, setStates] = useState<ReadonlyMap<string, Companion['state']>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const candidates = devices.filter(({ obj }) => isCandidate(obj as Device | undefined)).slice(0, most)
  const keys = candidates.map(({ key }) => key).join()
  const present = candidates.filter(({ key }) => online.has(key)).length

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when devices come, and when the connection is back
  useEffect(() => {
    let isOver = false
    const set = (key: string, state: Companion['state']) => setStates((all) => new Map(all).set(key, state))
    for (const key of keys.split(',').filter(Boolean)) {
      if (phones.$reports.get().has(key)) continue
      set(key, 'asking')
      void phones.ask(key, 'list').then((outcome) => {
        if (isOver) return
        if ('report' in outcome) set(key, 'there')
        else set(key, outcome.failed === 'silent' ? 'silent' : { words: outcome.words })
      })
    }
    return () => {
      isOver = true
    }
  }, [phones, keys, present, connection === 'connected', attempt])

  const companions = candidates.flatMap((target): Companion[] => {
    const state = reports.has(target.key) ? 'there' : (states.get(target.key) ?? 'asking')
    const isComputer = computers.has((target.obj as Device | undefined)?.type ?? '')
    // Its reports were dropped because it no longer answers.
    return state === 'there' || isComputer
      ? [{ target, state: state === 'there' && !reports.has(target.key) ? 'silent' : state }]
      : []
  })
  return [companions, useCallback(() => setAttempt((count) => count + 1), [])]
}

function isCandidate(device: Device | undefined): boolean {
  return (
    device !== undefined &&
    !device.web_push &&
    !isPairedPhone(device) &&
    !isGatewayPhone(device) &&
    !others.has(device.type ?? '')
  )
}
