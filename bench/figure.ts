/** One line of the report: a figure and its floor, measured in the same run. */
export interface Figure {
  what: string
  /** The measured values with their units. */
  measured: string
  floor?: string
  /** The value compared to the budget. */
  figure: string
  budget: string
  met: boolean
  /** The same values as numbers, by names that include their units, for medians and comparisons. */
  values: Record<string, number>
}

/** A figure with the machine's load before the measurement, see `settledLoad`. */
export interface Measured extends Figure {
  load: number
}
