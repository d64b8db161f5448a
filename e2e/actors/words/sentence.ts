// Sentences of the interface with values in their places, as the screens fill them.

/** What a text with places is before `i18n` of the web client hands it on as a function. */
interface Fillable {
  transform(language: string, input: unknown, values: readonly unknown[]): string
  input: unknown
}

/** A text of an `en.ts` with its places filled, e.g. `sentence(outcome.invited, { name: 'Ana' })`, or in the form for a number. */
export function sentence<Value extends object | number>(
  text: (value: Value) => string,
  value: Value extends object ? { [Name in keyof Value]: Value[Name] | undefined } : Value,
): string {
  const { transform, input } = text as unknown as Fillable
  return transform('en', input, [value])
}
