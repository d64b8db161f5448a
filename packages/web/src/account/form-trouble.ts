// Shows the fault of a form, at the field that it concerns.

import type { Refusal } from '@waypost/protocol'
import { type RefObject, useState } from 'react'

/** The fault, and its field; without one, it concerns the whole form. */
interface FormTrouble<Field extends string> {
  field?: Field
  text: string
}

/**
 * The trouble of a form.
 * @param form its fields are found by their names
 * @param fields those that an error can stand at; the first one gets the focus when the trouble concerns the whole form
 */
export function useFormTrouble<Field extends string>(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly [Field, ...Field[]],
) {
  const [trouble, setTrouble] = useState<FormTrouble<Field>>()

  function fail(next: FormTrouble<Field>) {
    setTrouble(next)
    focusField(form.current, next.field ?? fields[0])
  }

  return {
    /** The error of the whole form. */
    general: trouble && !trouble.field ? trouble.text : undefined,
    errorOf: (field: Field) => (trouble?.field === field ? trouble.text : undefined),
    fail,
    /** Shows a refusal at the field that it names. */
    refuse(refusal: Refusal) {
      const field = fields.find((name) => name === refusal.param)
      fail({ ...(field && { field }), text: refusal.message })
    },
    clear: () => setTrouble(undefined),
  }
}

/** Focuses a field of a form, by its name. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
