import { describe, expect, it } from 'vitest'
import type { Measured } from './figure.ts'
import { linesOf } from './report.ts'

const row = (met: boolean, load: number): Measured => ({
  what: 'a figure',
  measured: '2 ms',
  figure: '2 ms',
  budget: 'at most 1 ms',
  met,
  load,
  values: { ms: 2 },
})

describe('the lines of a row', () => {
  it.each([
    { met: true, load: 0.4, verdict: 'met' },
    { met: true, load: 9, verdict: 'met' },
    { met: false, load: 2.5, verdict: 'MISSED' },
    { met: false, load: 2.6, verdict: 'busy' },
  ])('say $verdict where the budget is met: $met, at a load of $load', ({ met, load, verdict }) => {
    const lines = linesOf('row', [row(met, load)])
    expect(lines).toContain(`  load      ${load.toFixed(1)} before it`)
    expect(lines).toContain(`  result    2 ms (budget: at most 1 ms) ${verdict}`)
  })

  it('count the runs that met it, and those that a busy machine slowed', () => {
    const lines = linesOf('row', [row(true, 1), row(false, 1), row(false, 3)])
    expect(lines).toContain('  result    2 ms (budget: at most 1 ms) met in 1 of 3 runs, 1 busy')
  })
})
