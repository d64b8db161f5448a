// Renders Go templates, which ntfy accepts in the title and message (pkg.go.dev/text/template), with the functions that messages need,
// within a time limit.

import { checkLength, TemplateError, type TimeLeft } from './failure.ts'
import { functions, isTrue, type Value, written } from './go-functions.ts'
import { type Command, type Node, type Operand, type Pipeline, parseGo } from './go-parser.ts'

/** Renders a template with a payload. @throws TemplateError */
export function renderGo(template: string, payload: unknown, time: TimeLeft): string {
  const nodes = parseGo(template)
  const run = new Run(payload, time)
  run.all(nodes, payload, new Map([['$', payload]]))
  return run.text
}

type Scope = Map<string, Value>

type End = 'break' | 'continue' | undefined

class Run {
  text = ''
  readonly #time: TimeLeft
  #nodes = 0

  constructor(_payload: unknown, time: TimeLeft) {
    this.#time = time
  }

  all(nodes: readonly Node[], dot: Value, scope: Scope): End {
    for (const node of nodes) {
      // Checking the time takes longer than most nodes.
      if (this.#nodes++ % 16 === 0) this.#time.check()
      const end = this.#one(node, dot, scope)
      if (end) return end
    }
    return undefined
  }

  #write(text: string): void {
    checkLength(this.text.length + text.length)
    this.text += text
  }

  #one(node: Node, dot: Value, scope: Scope): End {
    switch (node.kind) {
      case 'text':
        this.#write(node.text)
        return undefined
      case 'output': {
        const value = this.#pipeline(node.pipeline, dot, scope)
        if (node.pipeline.variable === undefined) this.#write(written(value))
        return undefined
      }
      case 'break':
      case 'continue':
        return node.kind
      case 'if':
      case 'with': {
        const inner = new Map(scope)
        const value = this.#pipeline(node.pipeline, dot, inner)
        if (isTrue(value)) return this.#within(scope, inner, () => this.all(node.then, node.kind === 'with' ? value : dot, inner))
        return this.#within(scope, inner, () => this.all(node.otherwise, dot, inner))
      }
      case 'range':
        return this.#range(node, dot, scope)
    }
  }

  /** Runs a part with its own variables; assignments to outer ones persist. */
  #within(outer: Scope, inner: Scope, work: () => End): End {
    const end = work()
    for (const name of outer.keys()) outer.set(name, inner.get(name))
    return end
  }

  #range(node: Extract<Node, { kind: 'range' }>, dot: Value, scope: Scope): undefined {
    const { variables, pipeline } = node
    const over = this.#pipeline({ ...pipeline, variable: undefined }, dot, scope)
    let count = 0
    for (const [key, value] of entriesOf(over, pipeline.line)) {
      count++
      if (count % 16 === 0) this.#time.check()
      const inner = new Map(scope)
      if (variables.length === 1) inner.set(variables[0] as string, value)
      if (variables.length === 2) {
        inner.set(variables[0] as string, key)
        inner.set(variables[1] as string, value)
      }
      if (this.#within(scope, inner, () => this.all(node.then, value, inner)) === 'break') break
    }
    if (count === 0) {
      const inner = new Map(scope)
      this.#within(scope, inner, () => this.all(node.otherwise, dot, inner))
    }
    return undefined
  }

  #pipeline({ commands, variable, declares, line }: Pipeline, dot: Value, scope: Scope): Value {
    let value: Value
    commands.forEach((command, index) => {
      value = this.#command(command, dot, scope, index === 0 ? [] : [value], line)
    })
    if (variable !== undefined) {
      if (!declares && !scope.has(variable)) throw new TemplateError('syntax', `The variable ${variable} is not declared.`, line)
      scope.set(variable, value)
    }
    return value
  }

  #command({ operands }: Command, dot: Value, scope: Scope, piped: Value[], line: number): Value {
    const [first, ...rest] = operands
    if (first?.kind !== 'function') {
      if (rest.length > 0 || piped.length > 0) throw new TemplateError('failed', 'Only functions take values.', line)
      return this.#operand(first as Operand, dot, scope, line)
    }
    const call = functions.get(first.name)
    if (!call) throw new TemplateError('syntax', `There is no function "${first.name}".`, line)
    // These two evaluate no more values than needed.
    if (first.name === 'and' || first.name === 'or') {
      let value: Value
      for (const operand of rest) {
        value = this.#operand(operand, dot, scope, line)
        if (isTrue(value) === (first.name === 'or')) return value
      }
      return piped.length > 0 ? piped[0] : value
    }
    const given = [...rest.map((operand) => this.#operand(operand, dot, scope, line)), ...piped]
    try {
      return call(...given)
    } catch (error) {
      throw error instanceof TemplateError ? new TemplateError(error.trouble, error.message, error.line ?? line) : error
    }
  }

  #operand(operand: Operand, dot: Value, scope: Scope, line: number): Value {
    switch (operand.kind) {
      case 'literal':
        return operand.value
      case 'field':
        return fieldOf(dot, operand.names, line)
      case 'variable':
        if (!scope.has(operand.name)) throw new TemplateError('syntax', `The variable ${operand.name} is not declared.`, line)
        return fieldOf(scope.get(operand.name), operand.names, line)
      case 'inner':
        return fieldOf(this.#pipeline(operand.pipeline, dot, new Map(scope)), operand.names, line)
      case 'function':
        return this.#command({ operands: [operand] }, dot, scope, [], line)
    }
  }
}

/** A field of a value; a missing field is nil, and so are its own fields. */
function fieldOf(value: Value, names: readonly string[], line: number): Value {
  let here = value
  for (const name of names) {
    if (here === undefined || here === null) return undefined
    if (typeof here !== 'object' || Array.isArray(here))
      throw new TemplateError('failed', `A ${Array.isArray(here) ? 'list' : typeof here} has no field "${name}".`, line)
    here = Object.hasOwn(here, name) ? (here as Record<string, unknown>)[name] : undefined
  }
  return here
}

/** The entries of a loop: a list, an object in the order of its names, or the numbers below one. */
function* entriesOf(value: Value, line: number): Generator<[Value, Value]> {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) yield* value.entries()
  else if (typeof value === 'object')
    for (const name of Object.keys(value).sort()) yield [name, (value as Record<string, unknown>)[name]]
  else if (typeof value === 'number') for (let index = 0; index < value; index++) yield [index, index]
  else throw new TemplateError('failed', `A loop cannot go through a ${typeof value}.`, line)
}
