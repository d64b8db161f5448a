// Summarizes the figures of several runs, writes them to a file and compares them to an earlier file.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Measured } from './figure.ts'
import { isBusy } from './load.ts'
import { median } from './program.ts'

/** The figures of one row, in the order of the runs. */
type Runs = Record<string, Measured[]>

/** The format of `--json`. */
interface Report {
  node: string
  machine: string
  date: string
  rows: Record<string, Row>
}

interface Row {
  what: string
  budget: string
  runs: number
  met: number
  /** How many runs missed the budget on a busy machine. */
  busy: number
  load: Spread
  values: Record<string, Spread>
}

interface Spread {
  median: number
  lowest: number
  highest: number
}

/** Reads a file written by `--json`. @throws Error with a sentence about the file */
export function readReport(file: string): Report {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Partial<Report> | null
    if (typeof report?.rows === 'object' && report.rows !== null) return report as Report
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
  throw new Error(`${file} is not a report of this program.`)
}

/** Writes the figures so far. @throws the error of the file system */
export function writeReport(file: string, machine: string, runs: Runs): void {
  const rows = Object.entries(runs).map(([name, figures]): [string, Row] => {
    const { what, budget } = figures[0] as Measured
    const load = spreadOf(figures.map((figure) => figure.load))
    return [name, { what, budget, runs: figures.length, ...counted(figures), load, values: spreads(figures) }]
  })
  const report: Report = { node: process.version, machine, date: new Date().toISOString(), rows: Object.fromEntries(rows) }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

/** The lines about a row: the latest figure, and each value across all runs and next to the earlier report. */
export function linesOf(name: string, figures: readonly Measured[], earlier?: Report): string[] {
  const { what, measured, floor, figure, budget, load } = figures.at(-1) as Measured
  const lines = [`${name}: ${what}`, `  measured  ${measured}`]
  if (floor) lines.push(`  floor     ${floor}`)
  lines.push(`  load      ${load.toFixed(1)} before it`, `  result    ${figure} (budget: ${budget}) ${verdictOn(figures)}`)
  if (figures.length > 1 || earlier) lines.push(...tableOf(spreads(figures), earlier, name))
  return lines
}

function verdictOn(figures: readonly Measured[]): string {
  const { met, busy } = counted(figures)
  if (figures.length > 1) return `met in ${met} of ${figures.length} runs${busy > 0 ? `, ${busy} busy` : ''}`
  return met ? 'met' : busy ? 'busy' : 'MISSED'
}

/** How many runs met the budget, and how many missed it, not counting misses on a busy machine. */
const counted = (figures: readonly Measured[]) => ({
  met: figures.filter(({ met }) => met).length,
  busy: figures.filter(({ met, load }) => !met && isBusy(load)).length,
})

function tableOf(values: Record<string, Spread>, earlier: Report | undefined, name: string): string[] {
  const width = Math.max(...Object.keys(values).map((value) => value.length))
  return Object.entries(values).map(([value, spread]) => {
    const line = `    ${value.padEnd(width)}  ${written(spread).padEnd(26)}`
    if (!earlier) return line.trimEnd()
    const before = earlier.rows[name]?.values?.[value]
    if (!before) return `${line}  not in the earlier file`
    const ratio = before.median === 0 ? '' : `  ${(spread.median / before.median).toFixed(2)} times`
    return `${line}  before ${written(before).padEnd(26)}${ratio}`.trimEnd()
  })
}

function spreads(figures: readonly Measured[]): Record<string, Spread> {
  const names = [...new Set(figures.flatMap(({ values }) => Object.keys(values)))]
  const found = (name: string) => figures.map(({ values }) => values[name]).filter((value) => value !== undefined)
  return Object.fromEntries(names.map((name) => [name, spreadOf(found(name))]))
}

const spreadOf = (found: readonly number[]): Spread => ({
  median: median(found),
  lowest: Math.min(...found),
  highest: Math.max(...found),
})

function written({ median, lowest, highest }: Spread): string {
  const middle = rounded(median)
  return lowest === highest ? middle : `${middle} (${rounded(lowest)} to ${rounded(highest)})`
}

/** Three significant digits; whole numbers above that. */
const rounded = (value: number) => (Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3))))
