// Renders the form by which a reader of the API reference makes a call.

import type { Entry, Field } from './document.ts'
import { type Html, html } from './html.ts'
import type { JsonSchema } from './json-schema.ts'

/** A form that makes a call. The page's script inserts it on request: all forms together would be most of the page. */
export function tryIt({ path, method, operation }: Entry, fields: readonly Field[]): Html {
  const id = operation.operationId
  const who = operation['x-who'] ?? 'account'
  return html`<details class="try" hidden>
<summary>Try it</summary>
<template>
<form data-try data-method="${method}" data-path="${path}" data-who="${who}" autocomplete="off">
${fields.map((field) => fieldOf(id, field, exampleOf(operation, field)))}
<p class="actions">
<button type="submit">Send</button>
${method === 'DELETE' || id.startsWith('delete') ? html`<span class="care">This deletes for real.</span>` : ''}
</p>
<div class="answer" role="status"></div>
</form>
</template>
</details>`
}

function exampleOf(operation: Entry['operation'], { name, where }: Field): unknown {
  if (where !== 'body') return operation.parameters?.find((parameter) => parameter.name === name)?.example
  const body = operation.requestBody?.content['application/json']?.example as Record<string, unknown> | undefined
  return body?.[name]
}

function fieldOf(call: string, { name, where, required, schema }: Field, example: unknown): Html {
  const id = `try-${call}-${name}`
  const label = html`<label for="${id}">${name}${required ? ' (required)' : ''}</label>`
  const attributes = html`id="${id}" name="${name}" data-in="${where ?? 'body'}" data-kind="${kindOf(schema)}"`
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String)
  if (choices) {
    return html`<p class="field">${label}<select ${attributes}><option value=""></option>${choices.map((choice) => html`<option>${choice}</option>`)}</select></p>
`
  }
  const hint = example === undefined ? '' : typeof example === 'object' ? JSON.stringify(example) : String(example)
  if (['json', 'long'].includes(kindOf(schema))) {
    return html`<p class="field">${label}<textarea ${attributes} rows="2" spellcheck="false" placeholder="${hint}"></textarea></p>
`
  }
  const secret = name === 'password' || name.endsWith('secret') || name === 'access_token'
  return html`<p class="field">${label}<input ${attributes} type="${secret ? 'password' : 'text'}" autocomplete="off" spellcheck="false" placeholder="${hint}"></p>
`
}

/** How the script parses the input. */
function kindOf(schema: JsonSchema): 'text' | 'long' | 'number' | 'flag' | 'json' {
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string' || schema.enum) return (schema.maxLength ?? 0) > 20_000 ? 'long' : 'text'
  return 'json'
}
