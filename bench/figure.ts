/** One line of the report: a figure, measured beside its floor in this very run. */
export interface Figure {
  what: string
  /** What was measured, in words and units. */
  measured: string
  floor?: string
  /** What is compared with the budget. */
  figure: string
  budget: string
  met: boolean
}
