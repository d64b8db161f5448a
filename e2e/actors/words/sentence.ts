/** A text with placeholders before the web client's `i18n` turns it into a function. */
interface Fillable {
  transform(language: string, input: unknown, values: readonly unknown[]): string
  input: unknown
}

/**
 * A text of an `en.ts` with its placeholders filled, e.g. `sentence(outcome.invited, { name: 'Ana' })`, or in the plural form for a number.
 */
export function sentence<Value extends object | number>(
  text: (value: Value) => string,
  value: Value extends object ? { [Name in keyof Value]: Value[Name] | undefined } : Value,
): string {
  const { transform, input } = text as unknown as Fillable
  return transform('en', input, [value])
}
