// JSON that is sent as it is stored.

/** A JSON object as a text, in place of the object: a handler that only hands it on spares parsing and writing megabytes again. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The JSON of an object. It, or any of its fields, may be a `JsonText`. */
export function jsonOf(given: object): string {
  if (given instanceof JsonText) return given.text
  if (!Object.values(given).some((value) => value instanceof JsonText)) return JSON.stringify(given)
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const fields = present.map(([name, value]) => {
    return `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`
  })
  return `{${fields.join(',')}}`
}
