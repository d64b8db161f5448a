// Builds HTML from templates, with values escaped.

/** Text that is already HTML. */
export interface Html {
  readonly text: string
}

type Part = Html | string | number | readonly Part[]

/** An HTML template: values are escaped unless they are HTML. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { text: strings.map((text, index) => text + (index < parts.length ? written(parts[index] as Part) : '')).join('') }
}

function written(part: Part): string {
  if (Array.isArray(part)) return part.map(written).join('')
  return typeof part === 'object' ? (part as Html).text : escaped(String(part))
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] as string)
}

/** Inline code. */
export function code(text: string): Html {
  return html`<code>${text}</code>`
}

/** A sentence with inline code in backticks. */
export function prose(sentence: string): Html {
  const parts = sentence.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? code(part) : part))}`
}
