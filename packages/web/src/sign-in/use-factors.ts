import { type Gives, getFactors } from '@waypost/protocol'
import { isFailure, useAnswer } from '../page/topics/use-loaded.ts'

export type Factors = Gives<typeof getFactors>

/** The props of topics about factors. */
export interface FactorsProps {
  /** Undefined until loaded. */
  factors: Factors | { failed: string } | undefined
  onChanged: () => void
}

/** The factors of the account, kept up to date. */
export function useFactors(): FactorsProps {
  const [factors, onChanged] = useAnswer(getFactors)
  return { factors, onChanged }
}

/** The loaded data, if any. */
export const known = (factors: FactorsProps['factors']): Factors | undefined => (isFailure(factors) ? undefined : factors)
