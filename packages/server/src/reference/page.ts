import type { Entry, Field, OpenApi, Operation, Response } from './document.ts'
import { type JsonSchema, withoutNull } from './json-schema.ts'

/** Renders the API reference as an HTML page that is readable without scripts, with one step per call and object. */
export function* page(document: OpenApi): Generator<undefined, string> {
  const [origin] = document.servers.map(({ url }) => url)
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Entry => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = document.tags.map((tag) => ({
    ...tag,
    id: idOf(tag.name),
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const objects = Object.entries(document.components.schemas).filter(([, { properties }]) => properties !== undefined)
  const sections: Html[] = []
  for (const { id, name, description, entries } of groups)
    sections.push(html`<section class="group" data-group="${id}" aria-labelledby="group-${id}">
<h2 id="group-${id}">${name}</h2>
<p>${description}</p>
${yield* inSteps(entries, (entry) => callOf(entry, document))}
</section>
`)
  const articles = yield* inSteps(objects, objectOf)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference - Waypost</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="/docs/api.css">
<script src="/docs/api.js" type="module"></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header class="top">
<a class="brand" href="/">${logo}Waypost</a>
<nav aria-label="Pages">
<a href="/apps">Apps</a>
<a href="/channels">Channels</a>
<a href="/docs/api" aria-current="page">API</a>
</nav>
<a class="document" href="/openapi.json">OpenAPI document</a>
</header>
<div class="columns">
<nav class="contents" aria-label="Calls">
<div class="find" hidden>
<label for="find">Find a call</label>
<input id="find" type="search" placeholder="push, /v3/, upload" autocomplete="off" spellcheck="false" aria-describedby="found">
<p id="found" role="status"></p>
</div>
${groups.map(
  (group) => html`<details class="group" open data-group="${group.id}">
<summary>${group.name}</summary>
<ul>
${group.entries.map(
  ({
    method,
    operation,
  }) => html`<li data-call="${operation.operationId}"><a href="#${operation.operationId}"><span class="method ${method}">${method}</span> ${operation.operationId}</a></li>
`,
)}</ul>
</details>
`,
)}<details class="group" data-group="objects"><summary>Objects</summary>
<ul>
${objects.map(([name]) => html`<li><a href="#object-${name}">${name}</a></li>`)}
</ul>
</details>
</nav>
<main id="calls" tabindex="-1">
<section class="start">
<h1>API reference</h1>
${document.info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<dl class="facts">
<div><dt>Server</dt><dd>${code(origin ?? '')}</dd></div>
<div><dt>Version</dt><dd>${code(document.info['x-api-version'])}</dd></div>
</dl>
<form id="token-form" class="token" hidden>
<label for="token">Token to try calls with</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-note">
<p id="token-note">Stays on this page and is forgotten when you leave it. Create one under Settings, Account.</p>
</form>
</section>
${sections}<section class="group" data-group="objects" aria-labelledby="group-objects">
<h2 id="group-objects">Objects</h2>
<p>What calls answer. A field that would be empty is left out.</p>
${articles}
</section>
</main>
</div>
</body>
</html>
`.text
}

function* inSteps<Thing>(things: readonly Thing[], render: (thing: Thing) => Html): Generator<undefined, Html[]> {
  const rendered: Html[] = []
  for (const thing of things) {
    rendered.push(render(thing))
    yield
  }
  return rendered
}

const objectOf = ([name, schema]: [string, JsonSchema]) => html`<article id="object-${name}" class="object">
<h3><a href="#object-${name}">${name}</a></h3>
${fieldsTable(`Fields of ${name}`, fieldsOf(schema))}
</article>
`

const logo: Html = {
  text: '<svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true"><path class="behind" d="M22 9h3a8 8 0 0 1 8 8v4a8 8 0 0 1-8 8h-3z"/><path class="plate" d="M1 13a9 9 0 0 1 9-9h10a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9H3a2 2 0 0 1-2-2z"/></svg>',
}

/** The scope that a token needs for a call. Streams and other addresses have no scope of their own. */
function scopeOf({ 'x-who': who, 'x-scope': scope }: Operation): Html | string {
  if (who === undefined || who === 'anyone' || (who === 'session' && scope === undefined)) return ''
  return html`<li>${scope === 'any' ? 'Any scope but push' : `Scope ${scope ?? 'everything'}`}</li>`
}

const tokens = {
  anyone: 'No token',
  account: 'Token',
  owner: "The person's own token",
  session: 'A signed-in session',
}

function callOf({ path, method, operation }: Entry, document: OpenApi): Html {
  const id = operation.operationId
  const body = bodyOf(operation)
  const fields = [
    ...(operation.parameters ?? []).map((parameter) => ({ ...parameter, where: parameter.in })),
    ...(body ? fieldsOf(body).map((field) => ({ ...field, where: 'body' })) : []),
  ]
  const who = tokens[operation['x-who'] ?? tokenOf(operation)]
  return html`<article id="${id}" class="call" data-call="${id}" data-words="${`${id} ${method} ${path} ${operation.summary}`.toLowerCase()}">
<h3><a href="#${id}">${id}</a></h3>
<p class="address"><span class="method ${method}">${method}</span> ${code(path)}</p>
<p>${prose(operation.summary)}</p>
${operation.description === undefined ? '' : html`<p>${prose(operation.description)}</p>`}
<ul class="chips">
<li>${who}</li>
${scopeOf(operation)}
${operation['x-cost'] === undefined ? '' : html`<li>Costs ${operation['x-cost']}</li>`}
</ul>
${fields.length > 0 ? fieldsTable(`What ${id} takes`, fields) : ''}
${answers(operation, document.components.responses)}
${example(path, method, operation, document.servers[0]?.url ?? '')}
${operation['x-who'] === undefined ? '' : tryIt({ path, method, operation }, fields)}
</article>
`
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: withoutNull(schema),
    required: required.includes(name),
    ...(schema.description === undefined ? {} : { description: schema.description }),
  }))
}

function bodyOf(operation: Operation): JsonSchema | undefined {
  return Object.values(operation.requestBody?.content ?? {})[0]?.schema
}

function tokenOf({ security }: Operation): 'anyone' | 'account' {
  return security?.length === 0 ? 'anyone' : 'account'
}

function answers({ responses }: Operation, shared: OpenApi['components']['responses']): Html {
  const given = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return html`<div class="answers">
<h4>Answers</h4>
<ul>
${given.map(([status, response]) => html`<li><span class="status">${status}</span> ${answer(response as Response)}</li>`)}
</ul>
${
  refused.length === 0
    ? ''
    : html`<details><summary>Refusals</summary>
<ul>
${refused.map(([status, response]) => html`<li><span class="status">${status}</span> ${refusal(response, shared)}</li>`)}
</ul>
</details>`
}
</div>`
}

function answer({ description, content }: Response): Html {
  const schema = content?.['application/json']?.schema
  if (schema === undefined) return html`${prose(description)}`
  const inner = Object.entries(schema.properties ?? {})
  if (schema.$ref !== undefined || inner.length === 0) return html`${schema.$ref ? typeOf(schema) : code('{}')}`
  return html`${inner.map(([name, field], index) => html`${index > 0 ? ', ' : ''}${code(name)} ${typeOf(field)}`)}`
}

function refusal(response: Response | { $ref: string }, shared: OpenApi['components']['responses']): Html {
  const { content, description } = '$ref' in response ? (shared[response.$ref.split('/').at(-1) ?? ''] as Response) : response
  const examples = Object.entries(content?.['application/json']?.examples ?? {})
  if (examples.length === 0) return html`${prose(description)}`
  return html`${examples.map(([name, { summary }], index) => html`${index > 0 ? html`<br>` : ''}${code(name)} ${summary}`)}`
}

function example(path: string, method: string, operation: Operation, origin: string): Html {
  if (operation['x-who'] === undefined) return html``
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const given = operation.parameters?.find((parameter) => parameter.name === name)?.example
    return encodeURIComponent(String(given ?? name))
  })
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  const body = operation.requestBody?.content['application/json']?.example
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `}'${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(operation['x-who'] === 'anyone' ? [] : [`-H 'Access-Token: <your token>'`]),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return html`<div class="example"><pre class="curl" tabindex="0" aria-label="Example for a terminal"><code>${lines.join(' \\\n  ')}</code></pre></div>`
}

function idOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
}

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

/** A form that makes a call. The page's script inserts it on demand: all forms together would be most of the page. */
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
