// Renders the fields of a call or object as a table of the API reference.

import type { Field } from './document.ts'
import { code, type Html, html, prose } from './html.ts'
import { type JsonSchema, withoutNull } from './json-schema.ts'

/** A table of fields with their type, limits and description. */
export function fieldsTable(label: string, fields: readonly Field[]): Html {
  const places = fields.some(({ where }) => where !== undefined && where !== 'body' && where !== 'query')
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr><th scope="col">Field</th><th scope="col">Kind</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(
  ({ name, required, where, description, schema }) => html`<tr>
<th scope="row">${code(name)}${where !== undefined && required ? html` <span class="required">required</span>` : ''}${
    places && where === 'path' ? html` <span class="where">in the address</span>` : ''
  }</th>
<td>${typeOf(schema)}${limitsOf(schema)}</td>
<td>${prose(description ?? '')}</td>
</tr>
`,
)}</tbody>
</table>
</div>`
}

/** The type of a value, with a link if it is a named object. */
export function typeOf(nullable: JsonSchema): Html {
  const schema = withoutNull(nullable)
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return html`<a href="#object-${name}">${name}</a>`
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return html`${schema.enum.map((value, index) => html`${index > 0 ? ', ' : ''}${code(String(value))}`)}`
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return html`${choices.map((choice, index) => html`${index > 0 ? ' or ' : ''}${typeOf(choice)}`)}`
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0) return shape(schema)
  return html`${kinds[schema.type ?? ''] ?? 'anything'}`
}

const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'whole number',
  number: 'number',
  object: 'object',
}

function shape({ properties = {}, required = [] }: JsonSchema): Html {
  const fields = Object.entries(properties)
  return html`object with ${fields.map(
    ([name, field], index) =>
      html`${index > 0 ? ', ' : ''}${code(name)} (${typeOf(field)}${required.includes(name) ? '' : ', optional'})`,
  )}`
}

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems, default: usual }: JsonSchema): Html {
  const limits = [
    maxLength === undefined ? '' : `at most ${number(maxLength)} characters`,
    minLength !== undefined && minLength > 1 ? `at least ${number(minLength)}` : '',
    maxItems === undefined ? '' : `at most ${number(maxItems)}`,
    [
      minimum === undefined ? '' : `from ${number(minimum)}`,
      maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : `to ${number(maximum)}`,
    ]
      .filter((words) => words !== '')
      .join(' '),
    usual === undefined || usual === '' ? '' : `${JSON.stringify(usual)} unless said`,
  ].filter((words) => words !== '')
  return limits.length === 0 ? html`` : html`<span class="limits">${limits.join(', ')}</span>`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
