import { Refusal } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'

/** The error, and its field; without one, it concerns the whole form. */
interface Fault<Field extends string> {
  field?: Field
  text: string
}

/**
 * The state of a form.
 * @param fields those that can show an error; the first one gets the focus if the error concerns the whole form
 * @param focuses whether the first field gets the focus at once
 */
export function useFormTrouble<Field extends string>(fields: readonly [Field, ...Field[]], focuses = false) {
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<Fault<Field>>()
  const [busy, setBusy] = useState(false)
  const [first] = fields
  useEffect(() => {
    if (focuses) focusField(form.current, first)
  }, [focuses, first])

  function fail(next: Fault<Field>) {
    setFault(next)
    focusField(form.current, next.field ?? first)
  }

  /** A refusal is shown at the field it names. */
  function refuse(error: unknown) {
    const field = error instanceof Refusal ? fields.find((name) => name === error.param) : undefined
    fail({ ...(field && { field }), text: error instanceof Error ? error.message : String(error) })
  }

  return {
    form,
    busy,
    general: fault && !fault.field ? fault.text : undefined,
    errorOf: (field: Field) => (fault?.field === field ? fault.text : undefined),
    fail,
    refuse,
    clear: () => setFault(undefined),
    /** The form then stays busy, because the page navigates away. */
    async run(work: () => Promise<unknown>, onFailed: (error: unknown) => void = refuse) {
      setFault(undefined)
      setBusy(true)
      try {
        await work()
      } catch (error) {
        setBusy(false)
        onFailed(error)
      }
    },
  }
}

/** The text that is typed in a field. */
export const typedIn = (values: FormData, name: string): string => String(values.get(name) ?? '')

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
