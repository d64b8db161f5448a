const bars = 40
/** Each bar is a digit in this base. */
const base = 32
/** The loudest part of a recording gets the full height, unless it is quieter than this: then it is noise. */
const quiet = 0.1

/**
 * The waveform of a recording, as the field `peaks` of a push: the loudest measurement of each fortieth.
 * @param levels measurements at equal intervals, from 0 to 1; with fewer than 40, some fill several bars
 */
export function peaksOf(levels: readonly number[]): string {
  const loudest = levels.reduce((most, level) => Math.max(most, level), quiet)
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / bars))
    const level = levels.slice(from, to).reduce((most, each) => Math.max(most, each), 0)
    return Math.round((level / loudest) * (base - 1)).toString(base)
  }).join('')
}

/** The heights of the bars, from 0 to 1; undefined if it isn't a valid waveform. */
export function heightsOf(peaks: string | undefined): number[] | undefined {
  if (!peaks || !/^[0-9a-v]{40}$/.test(peaks)) return undefined
  return [...peaks].map((digit) => Number.parseInt(digit, base) / (base - 1))
}
