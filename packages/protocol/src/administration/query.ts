import * as v from 'valibot'
import { number, text } from '../wire/field.ts'

export const rowsPerAdministrationPage = 100

/** The fields of a list for administrators; the cursor comes from the previous page. */
export const administrationQuery = {
  limit: v.optional(
    v.pipe(
      number,
      v.integer(),
      v.minValue(1),
      v.transform((limit) => Math.min(limit, rowsPerAdministrationPage)),
    ),
  ),
  cursor: v.optional(text(200)),
}
