// Loads what the account proves itself with, once for all topics that show it.

import { type Gives, getFactors } from '@waypost/protocol'
import { isFailure, useAnswer } from '../page/topics/use-loaded.ts'

export type Factors = Gives<typeof getFactors>

/** What topics of the factors get. */
export interface FactorsProps {
  /** As loaded; undefined until then. */
  factors: Factors | { failed: string } | undefined
  /** Loads them again after a change. */
  onChanged: () => void
}

/** The factors of the account, kept up to date. */
export function useFactors(): FactorsProps {
  const [factors, onChanged] = useAnswer(getFactors)
  return { factors, onChanged }
}

/** The loaded data, if any. */
export const known = (factors: FactorsProps['factors']): Factors | undefined => (isFailure(factors) ? undefined : factors)
