import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { appVersion } from '@waypost/protocol'
import type { Bus } from './bus.ts'

/** `started` is in seconds since 1970. */
interface Node {
  host: string
  version: number
  started: number
}

/** The nodes that share the bus. */
export interface Nodes {
  readonly self: Node
  ask(): Promise<Node[]>
}

const askSubject = 'nodes-ask'
const hereSubject = 'nodes-here'
/** How long nodes have to answer, in milliseconds. */
const patience = 300

/** @param alone whether this is the only node */
export async function nodesOver(bus: Bus, alone: boolean): Promise<Nodes> {
  const id = randomUUID()
  const started = Math.floor(Date.now() / 1_000)
  const self = { host: hostname(), version: appVersion, started }
  const asking = new Set<(id: string, node: Node) => void>()
  await bus.subscribe(askSubject, () => bus.publish(hereSubject, { id, node: self }))
  await bus.subscribe(hereSubject, (message) => {
    const { id, node } = message as { id: string; node: Node }
    for (const tell of asking) tell(id, node)
  })

  return {
    self,
    async ask() {
      const found = new Map<string, Node>([[id, self]])
      if (alone) return [self]
      const tell = (id: string, node: Node) => void found.set(id, node)
      asking.add(tell)
      bus.publish(askSubject, {})
      await new Promise((resolve) => setTimeout(resolve, patience))
      asking.delete(tell)
      return [...found.values()].sort((a, b) => a.started - b.started)
    },
  }
}
