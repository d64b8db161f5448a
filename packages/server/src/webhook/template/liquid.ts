// Renders Liquid templates (liquidjs.com) within limits of time, memory and length, and without files.

import { Context, Liquid, LiquidError } from 'liquidjs'
import { checkLength, TemplateError, type TimeLeft } from './failure.ts'

/** Liquid's memory limit for one rendering: roughly the characters and items of all intermediate results. */
const memory = 4_000_000

const engine = new Liquid({
  cache: false,
  strictFilters: true,
  ownPropertyOnly: true,
  timezoneOffset: 0,
  locale: 'en-US',
  memoryLimit: memory,
  // There is nothing to include.
  templates: {},
})
for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag]

/** Time is measured here by the processor, where Liquid would use the clock. */
type OwnLimits = ConstructorParameters<typeof Context>[3]

/** Renders a template with a payload: its fields by name, and all of it as `payload`. @throws TemplateError */
export function renderLiquid(template: string, payload: unknown, time: TimeLeft): string {
  try {
    const parsed = engine.parse(template)
    time.check()
    const scope = { ...(typeof payload === 'object' && !Array.isArray(payload) ? payload : {}), payload }
    const limits = { renderLimit: time, liquid: engine } as unknown as OwnLimits
    const text = String(engine.renderSync(parsed, new Context(scope, engine.options, { sync: true }, limits)))
    time.check()
    checkLength(text.length)
    return text
  } catch (error) {
    throw asTemplateError(error)
  }
}

function asTemplateError(error: unknown): TemplateError {
  const own = error instanceof LiquidError ? error.originalError : error
  if (own instanceof TemplateError) return own
  if (!(error instanceof LiquidError)) return new TemplateError('failed', sentenceOf(String((error as Error).message)))
  const [line] = error.token.getPosition()
  const message = error.message.replace(/, (?:file:.*, )?line:\d+, col:\d+$/s, '')
  if (/ limit exceeded$/.test(message)) return new TemplateError('length', 'It makes too much on the way to its result.', line)
  const trouble = error.name === 'RenderError' && !/^undefined filter/.test(message) ? 'failed' : 'syntax'
  return new TemplateError(trouble, sentenceOf(message), line)
}

function sentenceOf(message: string): string {
  const text = message.trim().slice(0, 300)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
