import { TemplateError } from './failure.ts'

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipeline: Pipeline }
  | { kind: 'break' | 'continue' }
  | { kind: 'if' | 'with'; pipeline: Pipeline; then: Node[]; otherwise: Node[] }
  | { kind: 'range'; pipeline: Pipeline; variables: string[]; then: Node[]; otherwise: Node[] }

/** Commands, each of which gets the value of the previous one. */
export interface Pipeline {
  commands: Command[]
  /** The variable that gets the value, including its `$`. */
  variable: string | undefined
  declares: boolean
  line: number
}

export interface Command {
  operands: Operand[]
}

export type Operand =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'field'; names: string[] }
  | { kind: 'variable'; name: string; names: string[] }
  | { kind: 'inner'; pipeline: Pipeline; names: string[] }
  | { kind: 'function'; name: string }

interface Part {
  action: boolean
  text: string
  line: number
}

const deepest = 100

const refused = ['define', 'template', 'block', 'call']

/** @throws TemplateError `syntax`, `disallowed` */
export function parseGo(template: string): Node[] {
  const parts = partsOf(template)
  const parser = new Parser(parts)
  const nodes = parser.nodes(0)
  if (parser.ended !== undefined)
    throw new TemplateError('syntax', `There is nothing that this {{${parser.ended.text}}} ends.`, parser.ended.line)
  return nodes
}

/** Splits a template into texts and actions. `{{-` and `-}}` also remove the adjacent white space. */
function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let at = 0
  let line = 1
  let trims = false
  const addText = (text: string, trimsEnd: boolean) => {
    const shown = trims ? text.trimStart() : text
    parts.push({ action: false, text: trimsEnd ? shown.trimEnd() : shown, line })
    line += countLines(text)
  }
  while (at < template.length) {
    const open = template.indexOf('{{', at)
    if (open === -1) break
    const trimsBefore = /^\{\{-[ \t\r\n]/.test(template.slice(open, open + 4))
    addText(template.slice(at, open), trimsBefore)
    const start = open + (trimsBefore ? 4 : 2)
    const close = endOfAction(template, start)
    if (close === -1) throw new TemplateError('syntax', 'This {{ has no }}.', line)
    const raw = template.slice(start, close)
    trims = /[ \t\r\n]-$/.test(raw)
    const text = (trims ? raw.slice(0, -2) : raw).trim()
    if (!text.startsWith('/*')) parts.push({ action: true, text, line })
    line += countLines(template.slice(open, close))
    at = close + 2
  }
  addText(template.slice(at), false)
  return parts.filter(({ action, text }) => action || text !== '')
}

/** The index of the braces that end an action, skipping its strings and comments. */
function endOfAction(template: string, start: number): number {
  if (/^\s{0,100}\/\*/.test(template.slice(start, start + 110))) {
    const end = template.indexOf('*/', start)
    return end === -1 ? -1 : template.indexOf('}}', end)
  }
  for (let at = start; at < template.length; at++) {
    const character = template[at]
    if (character === '}' && template[at + 1] === '}') return at
    if (character !== '"' && character !== '`') continue
    for (at++; at < template.length && template[at] !== character; at++) if (character === '"' && template[at] === '\\') at++
  }
  return -1
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

const keyword = (text: string): string => /^[a-z]{0,12}/.exec(text)?.[0] ?? ''

class Parser {
  readonly #parts: readonly Part[]
  #at = 0
  /** The `end` or `else` that ended the last list of nodes. */
  ended: Part | undefined

  constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  nodes(depth: number): Node[] {
    const nodes: Node[] = []
    while (this.#at < this.#parts.length) {
      const part = this.#parts[this.#at++] as Part
      if (!part.action) {
        nodes.push({ kind: 'text', text: part.text })
        continue
      }
      const word = keyword(part.text)
      if (word === 'end' || word === 'else') {
        this.ended = part
        return nodes
      }
      nodes.push(this.#node(part, word, depth))
    }
    this.ended = undefined
    return nodes
  }

  #node(part: Part, word: string, depth: number): Node {
    const { text, line } = part
    if (depth > deepest) throw new TemplateError('syntax', `Parts stand within each other more than ${deepest} times.`, line)
    if (refused.includes(word)) throw new TemplateError('disallowed', `"${word}" is not allowed here.`, line)
    if (text === 'break' || text === 'continue') return { kind: text }
    if (word === 'if' || word === 'with')
      return { kind: word, pipeline: pipelineOf(text.slice(word.length), line), ...this.#branches(part, word, depth) }
    if (word !== 'range') return { kind: 'output', pipeline: pipelineOf(text, line) }
    const [, names, rest] = /^\s*(\$\w*(?:\s*,\s*\$\w+)?)\s*:=(.*)$/s.exec(text.slice(word.length)) ?? []
    const variables = names?.split(',').map((name) => name.trim()) ?? []
    return {
      kind: 'range',
      variables,
      pipeline: pipelineOf(rest ?? text.slice(word.length), line),
      ...this.#branches(part, word, depth),
    }
  }

  #branches(part: Part, word: string, depth: number): { then: Node[]; otherwise: Node[] } {
    const then = this.nodes(depth + 1)
    const end = this.ended
    if (end === undefined) throw new TemplateError('syntax', `This {{${word}}} has no {{end}}.`, part.line)
    if (keyword(end.text) === 'end') return { then, otherwise: [] }
    const next = end.text.slice('else'.length).trim()
    if (next === '') {
      const otherwise = this.nodes(depth + 1)
      if (this.ended === undefined) throw new TemplateError('syntax', `This {{${word}}} has no {{end}}.`, part.line)
      if (keyword(this.ended.text) !== 'end')
        throw new TemplateError('syntax', 'There is more than one {{else}}.', this.ended.line)
      return { then, otherwise }
    }
    // `else if` ends with the part that it belongs to.
    return { then, otherwise: [this.#node({ ...end, text: next }, keyword(next), depth + 1)] }
  }
}

interface Token {
  kind: 'name' | 'field' | 'variable' | 'string' | 'raw' | 'number' | 'mark'
  text: string
  /** Whether white space precedes it. */
  apart: boolean
}

const forms: readonly [Token['kind'], RegExp][] = [
  ['string', /"(?:[^"\\\n]|\\.)*"/y],
  ['raw', /`[^`]*`/y],
  ['variable', /\$\w*/y],
  ['field', /\.[A-Za-z_]\w*/y],
  ['number', /[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?/iy],
  ['name', /[A-Za-z_]\w*/y],
  ['mark', /:=|[|().=,]/y],
]

function tokensOf(text: string, line: number): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const space = /\s*/y
    space.lastIndex = at
    const skipped = space.exec(text)?.[0].length ?? 0
    at += skipped
    if (at >= text.length) break
    const found = forms.map(([kind, form]) => ({ kind, match: matchAt(form, text, at) })).find(({ match }) => match)
    if (!found?.match) throw new TemplateError('syntax', `"${text.slice(at, at + 20)}" is not understood.`, line)
    tokens.push({ kind: found.kind, text: found.match, apart: skipped > 0 || at === 0 })
    at += found.match.length
  }
  return tokens
}

function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at
  return form.exec(text)?.[0]
}

function pipelineOf(text: string, line: number): Pipeline {
  const tokens = tokensOf(text, line)
  const reader = { tokens, at: 0, line, depth: 0 }
  const pipeline = readPipeline(reader)
  const left = tokens[reader.at]
  if (left) throw new TemplateError('syntax', `"${left.text}" is not understood here.`, line)
  return pipeline
}

interface Reader {
  tokens: readonly Token[]
  at: number
  line: number
  depth: number
}

function readPipeline(reader: Reader): Pipeline {
  const { tokens, line } = reader
  if (++reader.depth > deepest)
    throw new TemplateError('syntax', `Brackets stand within each other more than ${deepest} times.`, line)
  const [first, sign] = [tokens[reader.at], tokens[reader.at + 1]]
  let variable: string | undefined
  if (first?.kind === 'variable' && (sign?.text === ':=' || sign?.text === '=')) {
    variable = first.text
    reader.at += 2
  }
  const commands = [readCommand(reader)]
  while (tokens[reader.at]?.text === '|' && tokens[reader.at]?.kind === 'mark') {
    reader.at++
    commands.push(readCommand(reader))
  }
  reader.depth--
  return { commands, variable, declares: sign?.text === ':=', line }
}

function readCommand(reader: Reader): Command {
  const operands: Operand[] = []
  for (let operand = readOperand(reader); operand; operand = readOperand(reader)) operands.push(operand)
  if (operands.length === 0) throw new TemplateError('syntax', 'A value is missing here.', reader.line)
  return { operands }
}

function readFields(reader: Reader): string[] {
  const names: string[] = []
  for (let next = reader.tokens[reader.at]; next?.kind === 'field' && !next.apart; next = reader.tokens[reader.at]) {
    names.push(next.text.slice(1))
    reader.at++
  }
  return names
}

function readOperand(reader: Reader): Operand | undefined {
  const token = reader.tokens[reader.at]
  if (!token) return undefined
  const take = <T>(value: T): T => {
    reader.at++
    return value
  }
  switch (token.kind) {
    case 'string':
      return take({ kind: 'literal', value: unquoted(token.text, reader.line) })
    case 'raw':
      return take({ kind: 'literal', value: token.text.slice(1, -1) })
    case 'number':
      return take({ kind: 'literal', value: Number(token.text) })
    case 'field': {
      reader.at++
      return { kind: 'field', names: [token.text.slice(1), ...readFields(reader)] }
    }
    case 'variable': {
      reader.at++
      return { kind: 'variable', name: token.text, names: readFields(reader) }
    }
    case 'name':
      if (token.text === 'true' || token.text === 'false') return take({ kind: 'literal', value: token.text === 'true' })
      if (token.text === 'nil') return take({ kind: 'literal', value: null })
      if (refused.includes(token.text)) throw new TemplateError('disallowed', `"${token.text}" is not allowed here.`, reader.line)
      return take({ kind: 'function', name: token.text })
    case 'mark':
      if (token.text === '.') return take({ kind: 'field', names: [] })
      if (token.text !== '(') return undefined
      return readInner(reader)
  }
}

function readInner(reader: Reader): Operand {
  reader.at++
  const pipeline = readPipeline(reader)
  if (reader.tokens[reader.at]?.text !== ')') throw new TemplateError('syntax', 'A closing bracket is missing.', reader.line)
  reader.at++
  return { kind: 'inner', pipeline, names: readFields(reader) }
}

/** Unquotes a Go string, whose escapes are those of JSON and a few more. */
function unquoted(text: string, line: number): string {
  try {
    return JSON.parse(
      text
        .replace(/\\(.)/gs, (all, letter: string) => (letter === "'" ? "'" : letter === 'a' || letter === 'v' ? ' ' : all))
        .replaceAll('\t', '\\t'),
    )
  } catch {
    throw new TemplateError('syntax', `The string ${text.slice(0, 50)} is not understood.`, line)
  }
}
