// Tells how busy the machine is: figures triple when other programs take part of it.

import { loadavg } from 'node:os'

/** Above this load a missed budget says nothing about the program. */
const busyAbove = 2.5
const longestWait = 60_000
const pause = 5_000

/** Whether a figure was measured on a busy machine. */
export const isBusy = (load: number): boolean => load > busyAbove

/**
 * Waits for the load of the previous row to die away, but not for other programs.
 * @returns the average number of processes that ran or waited for a processor during the last minute; 0 where the system doesn't report it
 * (Windows)
 */
export async function settledLoad(): Promise<number> {
  let load = loadOfLastMinute()
  for (let waited = 0; isBusy(load) && waited < longestWait; waited += pause) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const later = loadOfLastMinute()
    if (later >= load) return later
    load = later
  }
  return load
}

const loadOfLastMinute = () => loadavg()[0] as number
