import { expect, test } from 'vitest'
import { type Format, FormatError, formatPayload, sentenceOf } from '../format.ts'
import type { Templates } from './failure.ts'

const render = async (payload: unknown, templates: Templates, more: Format = {}) =>
  (await formatPayload(JSON.stringify(payload), { templates, ...more }, 'me')).message
const failure = async (payload: unknown, templates: Templates, more: Format = {}): Promise<FormatError> => {
  const error = await render(payload, templates, more).catch((error) => error)
  expect(error).toBeInstanceOf(FormatError)
  return error
}

test('templates in Liquid make the fields of a message', async () => {
  const payload = { host: 'web-1', load: 3.5, tags: ['a', 'b'], list: [{ name: 'x' }, { name: 'y' }] }
  const templates = {
    title: '{{ host | upcase }} is busy',
    body: '{% for each in list %}{{ each.name }}={{ forloop.index }};{% endfor %} {{ payload.load | round }}',
    url: ' https://example.org/{{ host }} ',
    priority: '{% if load > 3 %}high{% else %}low{% endif %}',
    labels: "{{ tags | join: ',' }}, warning",
  }
  expect(await render(payload, templates)).toEqual({
    title: 'WEB-1 is busy',
    body: 'x=1;y=2; 4',
    url: 'https://example.org/web-1',
    priority: 4,
    labels: ['a', 'b', 'warning'],
  })
})

test('fields without a template are what the preset says, and a template that makes nothing leaves its field empty', async () => {
  const payload = { heartbeat: { status: 0, msg: 'timeout' }, monitor: { name: 'Website' }, msg: 'm' }
  expect(await render(payload, { title: 'Down: {{ monitor.name }}', labels: ' ' })).toEqual({
    title: 'Down: Website',
    body: 'timeout',
    priority: 5,
  })
})

test('an address that cannot be opened, and a priority that is none, are left out', async () => {
  expect(await render({ message: 'm' }, { url: 'javascript:alert(1)', priority: '9' })).toEqual({ body: 'm' })
})

const mistakes: [template: string, sentence: RegExp][] = [
  ['{{ a }}\n{{ b | nothing }}', /^Template of the body, line 2: Undefined filter: nothing\.$/],
  ['\n\n{% if a %}', /^Template of the body, line 3: Tag \{% if a %\} not closed\.$/],
  ['{% unknown %}', /^Template of the body, line 1: Tag "unknown" not found\.$/],
  ["{% include 'x' %}", /^Template of the body, line 1: Tag "include" not found\.$/],
  ["{% render 'x' %}", /^Template of the body, line 1: Tag "render" not found\.$/],
  ["{% layout 'x' %}", /^Template of the body, line 1: Tag "layout" not found\.$/],
  ['{{ a', /^Template of the body, line 1: Output "\{\{ a" not closed\.$/],
]

test.each(mistakes)('the mistake in %j is told with its line', async (body, sentence) => {
  expect(sentenceOf(await failure({ a: 1 }, { body }))).toMatch(sentence)
})

const runaways: [what: string, template: string, kind: string][] = [
  [
    'loops within loops',
    '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}',
    'time',
  ],
  [
    'one filter that takes very long',
    `{% assign s = '<' %}{% for i in (1..14) %}{% assign s = s | append: s %}{% endfor %}{{ s | split: ''${' | sort'.repeat(200)} }}`,
    'time',
  ],
  [
    'a text that doubles',
    "{% assign s = 'aaaaaaaa' %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}",
    'length',
  ],
  ['a long output', `{% for i in (1..400) %}${'x'.repeat(100)}{% endfor %}`, 'length'],
  ['a huge range', '{% for i in (1..900000000) %}x{% endfor %}', 'length'],
]

test.each(runaways)('%s ends at a limit, while others go on', async (_what, body, kind) => {
  let turns = 0
  const ticking = setInterval(() => turns++, 5)
  const { trouble } = await failure({}, { body })
  clearInterval(ticking)
  expect(trouble.kind).toBe(kind)
  // The rendering thread is not the serving one.
  if (kind === 'time') expect(turns).toBeGreaterThan(3)
  expect(await render({ message: 'm' }, { title: 'after' })).toEqual({ title: 'after', body: 'm' })
})

test('payloads of others are read between those of one account', async () => {
  const slow = '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}'
  const order: string[] = []
  const mine = Array.from({ length: 6 }, () =>
    formatPayload('{}', { templates: { body: slow } }, 'slow').catch(() => order.push('slow')),
  )
  const other = formatPayload('{}', { templates: { body: 'x' } }, 'other').then(() => order.push('other'))
  await Promise.all([...mine, other])
  expect(order.indexOf('other')).toBeLessThan(3)
})

test('one account has at most a hundred payloads waiting', async () => {
  const all = Array.from({ length: 110 }, () => formatPayload('{}', { templates: { body: 'x' } }, 'many'))
  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(10)
})

test('templates see nothing but the payload', async () => {
  const seen = '{{ constructor }}{{ payload.constructor }}{{ __proto__ }}{{ process }}{{ payload.toString }}|'
  expect(await render({ a: 1 }, { body: seen })).toEqual({ body: '|' })
})

test('payloads that are no JSON, and those with too many levels, are told as such', async () => {
  for (const text of ['{', 'text', '', `${'['.repeat(5_000)}${']'.repeat(5_000)}`]) {
    const error = await formatPayload(text, { templates: { body: 'x' } }, 'me').catch((error) => error)
    expect(error.trouble.kind, text.slice(0, 10)).toBe('payload')
  }
})

test('a preset that does not exist is told as such', async () => {
  const error = await formatPayload('{}', { preset: 'nothing' }, 'me').catch((error) => error)
  expect(error.trouble).toEqual({ kind: 'preset', message: 'There is no preset "nothing".' })
})

const go: [template: string, text: string | RegExp][] = [
  ['{{.title}}', 'T'],
  ['{{ .nested.name }} and {{.nested.nothing.more}}', 'N and <no value>'],
  ['{{range .list}}{{.name}},{{end}}', 'x,y,'],
  ['{{range $i, $v := .list}}{{$i}}={{$v.name}} {{end}}', '0=x 1=y'],
  ['{{range .nothing}}a{{else}}none{{end}}', 'none'],
  ['{{range $k, $v := .nested}}{{$k}}:{{$v}};{{end}}', 'name:N;'],
  ['{{if eq .state "firing"}}F{{else if gt .count 3.0}}M{{else}}O{{end}}', 'M'],
  ['{{if and .title (not .nothing)}}yes{{end}}', 'yes'],
  ['{{with .nested}}{{.name}}-{{$.title}}{{else}}no{{end}}', 'N-T'],
  ['{{$x := .title}}{{if true}}{{$x = "changed"}}{{end}}{{$x}}', 'changed'],
  ['{{ .title | lower | printf "%-4s|" }}', 't   |'],
  ['{{printf "%.2f%% of %d, %v, %q" .ratio .count .title "s"}}', '12.35% of 42, T, "s"'],
  ['{{index .list 1 "name"}} {{(index .list 0).name}} {{len .list}}', 'y x 2'],
  [
    '{{ upper "abc" }} {{ trunc 2 "abc" }} {{ replace "a" "b" "aa" }} {{ default "d" .nothing }} {{ join "-" .words }}',
    'ABC ab bb d a-b',
  ],
  ['a {{- " b " -}} c', 'a b c'],
  ['{{/* a comment with }} in it */}}x', 'x'],
  ['{{ `raw }} text` }}', 'raw }} text'],
  ['{{range .words}}{{if eq . "b"}}{{break}}{{end}}{{.}}{{end}}', 'a'],
  ['{{.words}} {{.nested}} {{.count}} {{.yes}}', '[a b] map[name:N] 42 true'],
  ['{{toJson .nested}}', '{"name":"N"}'],
  ['{{date "2006-01-02 15:04:05" .at}} {{.at | date "Mon, 2 Jan 06 3:04 PM"}}', '2026-05-04 09:05:07 Mon, 4 May 26 9:05 AM'],
  [
    '{{dateInZone "15:04 -07:00" .at "Europe/Berlin"}} {{date "Monday" .seconds}} {{unixEpoch .at}}',
    '11:05 +02:00 Monday 1777885507',
  ],
  ['no braces', 'no braces'],
]
const goPayload = {
  title: 'T',
  nested: { name: 'N' },
  list: [{ name: 'x' }, { name: 'y' }],
  words: ['a', 'b'],
  count: 42,
  ratio: 12.346,
  yes: true,
  state: 'ok',
  at: '2026-05-04T09:05:07Z',
  seconds: 1_777_885_507,
}

test.each(go)('the template %j of ntfy makes %j', async (body, text) => {
  expect((await render(goPayload, { body }, { language: 'go' })).body).toEqual(text)
})

const goMistakes: [template: string, kind: string, line?: number][] = [
  ['{{', 'syntax', 1],
  ['\n{{ nothing .a }}', 'syntax', 2],
  ['{{if .a}}x', 'syntax', 1],
  ['{{end}}', 'syntax', 1],
  ['{{else}}', 'syntax', 1],
  ['{{ ) }}', 'syntax', 1],
  ['{{ (.a }}', 'syntax', 1],
  ['{{ "open }}', 'syntax', 1],
  ['{{ $x }}', 'syntax', 1],
  ['{{ $x = 1 }}', 'syntax', 1],
  ['{{define "x"}}{{end}}', 'disallowed', 1],
  ['{{template "x"}}', 'disallowed', 1],
  ['{{block "x" .}}{{end}}', 'disallowed', 1],
  ['{{call .a}}', 'disallowed', 1],
  ['{{.title.more}}', 'failed', 1],
  ['{{index .list 9}}', 'failed', 1],
  ['{{div 1 0}}', 'failed', 1],
  ['{{range .title}}{{end}}', 'failed', 1],
  ['{{lt 1 "a"}}', 'failed', 1],
  ['{{range 1000000000}}{{range 1000000000}}{{end}}{{end}}', 'time'],
  ['{{repeat 100000 "abc"}}', 'length', 1],
  [`{{range 400}}${'x'.repeat(100)}{{end}}`, 'length'],
  ['{{if 1}}'.repeat(5_000), 'syntax', 1],
  [`{{${'('.repeat(5_000)}}}`, 'syntax', 1],
]

test.each(goMistakes)('the template %.40j of ntfy is refused: %s', async (body, kind, line) => {
  const { trouble } = await failure(goPayload, { body }, { language: 'go' })
  expect(trouble).toMatchObject({ kind, field: 'body', ...(line !== undefined && { line }) })
})
