/** The processor milliseconds that the templates of one message may take. */
export const templateMilliseconds = 50
const outputLength = 32_768

/** The message fields that can have templates. */
export const templateFields = ['title', 'body', 'url', 'priority', 'labels'] as const
export type TemplateField = (typeof templateFields)[number]
export type Templates = { readonly [field in TemplateField]?: string | undefined }

/**
 * `syntax` is a mistake in the template itself, `disallowed` something that templates may not use, `failed` an error of this payload, and the
 * others are limits.
 */
export type TemplateTrouble = 'syntax' | 'disallowed' | 'failed' | 'time' | 'length'

/** The error for a template that gives no text. */
export class TemplateError extends Error {
  readonly trouble: TemplateTrouble
  /** The line, from 1; undefined if unknown. */
  readonly line: number | undefined

  constructor(trouble: TemplateTrouble, message: string, line?: number) {
    super(message)
    this.name = 'TemplateError'
    this.trouble = trouble
    this.line = line
  }
}

/** The remaining time of a message. */
export class TimeLeft {
  readonly #until: number

  constructor(milliseconds = templateMilliseconds) {
    this.#until = used() + milliseconds
  }

  check(): void {
    if (used() > this.#until) throw new TemplateError('time', `It takes longer than ${templateMilliseconds} milliseconds.`)
  }
}

/** Processor milliseconds of this thread, because a busy machine is not the template's fault. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** @throws TemplateError `length` */
export function checkLength(length: number): void {
  if (length > outputLength)
    throw new TemplateError('length', `It makes more than ${outputLength.toLocaleString('en-US')} characters.`)
}
