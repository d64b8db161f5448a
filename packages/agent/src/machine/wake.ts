import { networkInterfaces } from 'node:os'

/** How often the clock and the network are checked, and how late a check may be, in milliseconds. */
const lookEvery = 5_000
const late = 15_000

/**
 * Calls the listener when this machine wakes up or changes its network, because connections may have died silently.
 * @returns a function that stops it
 */
export function onWake(listener: () => void, { every = lookEvery, now = Date.now, network = networkNow } = {}): () => void {
  let looked = now()
  let known = network()
  const timer = setInterval(() => {
    const time = now()
    const slept = time - looked > every + late || time < looked
    looked = time
    const current = network()
    if (!slept && current === known) return
    known = current
    listener()
  }, every)
  return () => clearInterval(timer)
}

function networkNow(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ')
}
