import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectRatio } from '../../../../../scripts/tests/growth.ts'
import type { Incoming, PayloadMessage } from './payload.ts'
import { presets, readPayload } from './presets.ts'

const folder = join(import.meta.dirname, 'recorded')
const recorded = (name: string): Incoming => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

const messages: [name: string, preset: string | undefined, message: PayloadMessage][] = [
  [
    'alertmanager-group',
    'alertmanager',
    {
      title: '2 of 3 alerts are firing: DiskFull',
      body: [
        'Firing: DiskFull on db-1 – 4 % left on /var',
        'Firing: DiskFull on db-2 – 9 % left on /var',
        'Resolved: DiskFull on web-1 – 31 % left on /var',
      ].join('\n'),
      url: 'http://prometheus.example.org:9090/graph?g0.expr=disk',
      priority: 4,
      labels: ['warning'],
    },
  ],
  [
    'discord',
    undefined,
    { title: 'Update available', body: 'waypost 1.2.0 can be installed.', url: 'https://example.org/releases/1.2.0' },
  ],
  [
    'gitea-push',
    'gitea',
    {
      title: 'ana pushed 1 commit to waypost/main',
      body: '3a1f2c9 Pins keep their order',
      url: 'https://git.example.org/harbor/waypost/commit/3a1f2c94d7e0b6a8f1c2d3e4f5a6b7c8d9e0f1a2',
    },
  ],
  [
    'github-issue-opened',
    'github',
    {
      title: 'bo opened issue #12 in waypost',
      body: ['Pins are lost after a restart', '', '1. Pin a message', '2. Restart', '', '**Expected:** it is still pinned.'].join(
        '\n',
      ),
      url: 'https://github.com/harbor/waypost/issues/12',
      markdown: true,
    },
  ],
  [
    'github-pull-request-merged',
    'github',
    {
      title: 'ana merged pull request #7 in waypost',
      body: 'Show the size of a file before it is sent',
      url: 'https://github.com/harbor/waypost/pull/7',
    },
  ],
  [
    'github-push',
    'github',
    {
      title: 'ana pushed 3 commits to waypost/main',
      body: ['3a1f2c9 Pins keep their order', '81be4d0 Fewer queries for the list of chats', 'c9027fe Fix a typo'].join('\n'),
      url: 'https://github.com/harbor/waypost/compare/6113728f27ae...c9027fe1a2b3',
    },
  ],
  [
    'github-release',
    'github',
    {
      title: 'waypost v1.2.0 is released',
      body: ['Lighthouse', '', '## New', '', '- Sources'].join('\n'),
      url: 'https://github.com/harbor/waypost/releases/tag/v1.2.0',
      markdown: true,
    },
  ],
  [
    'github-workflow-failed',
    'github',
    {
      title: 'CI failed on waypost/main',
      body: 'Fix a typo',
      url: 'https://github.com/harbor/waypost/actions/runs/30433642',
      priority: 4,
      labels: ['x'],
    },
  ],
  [
    'gitlab-merge-request',
    'gitlab',
    {
      title: 'Ana Ruiz opened merge request !4 in Waypost',
      body: ['Show the size of a file before it is sent', '', 'See `FileDialog`.'].join('\n'),
      url: 'https://gitlab.example.org/harbor/waypost/-/merge_requests/4',
      markdown: true,
    },
  ],
  [
    'gitlab-pipeline-failed',
    'gitlab',
    {
      title: 'Pipeline failed on Waypost/main',
      body: ['Fewer queries for the list of chats', 'test: unit failed'].join('\n'),
      url: 'https://gitlab.example.org/harbor/waypost/-/pipelines/31',
      priority: 4,
      labels: ['x'],
    },
  ],
  [
    'gitlab-push',
    'gitlab',
    {
      title: 'Ana Ruiz pushed 2 commits to Waypost/main',
      body: ['3a1f2c9 Pins keep their order', '81be4d0 Fewer queries for the list of chats'].join('\n'),
      url: 'https://gitlab.example.org/harbor/waypost/-/compare/95790bf891e76fee5e1747ab589903a6a1f80f22...81be4d05c6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1',
    },
  ],
  [
    'grafana-before-9',
    'grafana',
    {
      title: 'Test notification is firing',
      body: ['Someone is testing the alert notification within Grafana.', 'High value = 100', 'Higher value = 200.5'].join('\n'),
      url: 'https://grafana.example.org/',
      priority: 4,
      labels: ['warning'],
    },
  ],
  [
    'grafana-firing',
    'grafana',
    {
      title: 'CPU high on web-1 is firing',
      body: ['The processor of web-1 is busy', 'More than 90 % for five minutes.', 'A = 93.41, C = 1', 'Severity: critical'].join(
        '\n',
      ),
      url: 'https://grafana.example.org/d/hosts?viewPanel=4',
      priority: 5,
      labels: ['rotating_light'],
    },
  ],
  [
    'grafana-resolved',
    'grafana',
    {
      title: 'CPU high on web-1 is resolved',
      body: ['The processor of web-1 is busy', 'Severity: critical'].join('\n'),
      url: 'https://grafana.example.org/alerting/grafana/1afz29v7z/view',
      labels: ['white_check_mark'],
    },
  ],
  [
    'healthchecks-down',
    'healthchecks',
    {
      title: 'nightly-backup is down',
      body: ['Dumps the database at two.', 'Last report: 2026-05-03 02:00 UTC', 'Tags: prod db'].join('\n'),
      priority: 5,
      labels: ['rotating_light'],
    },
  ],
  ['home-assistant-door', 'home-assistant', { title: 'Front door is open', body: 'Before: closed' }],
  ['home-assistant-notify', 'home-assistant', { title: 'Washing machine', body: 'The wash is done.' }],
  [
    'proxmox-backup-failed',
    'proxmox',
    {
      title: 'Backup of vm 101 failed on pve1',
      body: ['101 web: failed', '102 db: 1m 4s, 2.1 GiB', 'Total running time: 1m 6s', 'Total size: 2.1 GiB'].join('\n'),
      priority: 4,
      labels: ['x'],
    },
  ],
  [
    'proxmox-replication',
    'proxmox',
    {
      title: "Replication Job: '101-0' failed",
      body: [
        "Replication job '101-0' with target 'pve2' and schedule '*/15' failed!",
        '',
        'Last successful sync: 2026-05-04 01:45:00',
        'Fail count: 3',
      ].join('\n'),
      priority: 4,
      labels: ['x'],
    },
  ],
  [
    'radarr-grab',
    'radarr',
    {
      title: 'Radarr is downloading Night Ferry (2024)',
      body: ['Night.Ferry.2024.1080p.BluRay-EX', 'Quality: Bluray-1080p', 'From: Example'].join('\n'),
      url: 'https://radarr.example.org',
    },
  ],
  [
    'sentry-issue-created',
    'sentry',
    {
      title: "New issue in Waypost: TypeError: cannot read 'iden' of undefined",
      body: ['push/create in createPush', 'WAYPOST-1N'].join('\n'),
      url: 'https://sentry.example.org/organizations/harbor/issues/1170820242/',
      priority: 4,
      labels: ['x'],
    },
  ],
  [
    'sentry-metric-critical',
    'sentry',
    {
      title: 'Critical: Too many errors',
      body: ['1000 events in the last 10 minutes', 'Filter: level:error'].join('\n'),
      url: 'https://sentry.example.org/organizations/harbor/alerts/1/',
      priority: 5,
      labels: ['rotating_light'],
    },
  ],
  ['slack', undefined, { title: 'Deploy finished', body: 'web-1 runs 1.2.0' }],
  [
    'sonarr-download',
    'sonarr',
    {
      title: 'The Lighthouse S01E05 is ready',
      body: ['Fog', 'Quality: WEBDL-1080p'].join('\n'),
      url: 'https://sonarr.example.org',
      labels: ['white_check_mark'],
    },
  ],
  [
    'sonarr-health',
    'sonarr',
    {
      title: 'Sonarr has a problem',
      body: 'Indexers unavailable due to failures: Example',
      url: 'https://wiki.servarr.com/sonarr/system#indexers-are-unavailable-due-to-failures',
      priority: 3,
      labels: ['warning'],
    },
  ],
  [
    'stripe-invoice-failed',
    'stripe',
    {
      title: 'Payment of invoice WP-0007 of 20.00 EUR failed (test)',
      body: ['Kim Example', 'kim@example.org'].join('\n'),
      url: 'https://invoice.stripe.com/i/acct_1/test',
      priority: 4,
      labels: ['x'],
    },
  ],
  [
    'unknown',
    undefined,
    {
      body: [
        'sensor room: Cellar',
        'sensor temperature: 31.5',
        'sensor window open: yes',
        'readings 1: 12',
        'readings 2: 14',
      ].join('\n'),
    },
  ],
  [
    'uptime-kuma-down',
    'uptime-kuma',
    {
      title: 'Website is down',
      body: 'connect ECONNREFUSED 192.0.2.10:443',
      url: 'https://www.example.org',
      priority: 5,
      labels: ['rotating_light'],
    },
  ],
  ['uptime-kuma-test', 'uptime-kuma', { body: 'Waypost Testing' }],
  [
    'uptime-kuma-up',
    'uptime-kuma',
    {
      title: 'Website is up',
      body: ['200 - OK', 'Answered in 84 ms'].join('\n'),
      url: 'https://www.example.org',
      labels: ['white_check_mark'],
    },
  ],
]

test.each(messages)('the payload %s is read by %s, as a person understands it', (name, preset, message) => {
  expect(readPayload(recorded(name))).toEqual({ preset, message })
})

test('every recorded payload is in the table', () => {
  const files = readdirSync(folder).map((file) => file.replace('.json', ''))
  expect(messages.map(([name]) => name).sort()).toEqual(files.sort())
})

test('every preset reads a recorded payload', () => {
  const used = new Set(messages.map(([, preset]) => preset))
  expect(presets.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
})

test.each(messages.filter(([, preset]) => preset !== undefined))('%s is recognized by its form alone', (name, preset) => {
  const { payload } = recorded(name)
  const found = readPayload({ headers: {}, payload })
  // The structure of a message from the program itself, or of a note, doesn't identify the preset.
  if (name === 'home-assistant-notify') return expect(found.message.title).toBe('Washing machine')
  expect(found.preset).toBe(preset)
})

const events: [event: string, payload: object, title: string][] = [
  [
    'push',
    { ref: 'refs/heads/old', before: 'ab', after: '0000', deleted: true, commits: [] },
    'ana deleted the branch old of waypost',
  ],
  ['push', { ref: 'refs/tags/v1', before: '0000', after: 'ab', created: true, commits: [] }, 'ana created the tag v1 in waypost'],
  [
    'push',
    { ref: 'refs/heads/main', after: 'ab', forced: true, commits: [{ id: 'abcdef123', message: 'x' }] },
    'ana force-pushed 1 commit to waypost/main',
  ],
  ['ping', { zen: 'Keep it simple.' }, 'Webhook of waypost is connected'],
  [
    'issues',
    { action: 'labeled', issue: { number: 3, title: 'T' }, label: { name: 'bug' } },
    'ana labeled issue #3 in waypost as bug',
  ],
  [
    'issues',
    { action: 'assigned', issue: { number: 3, title: 'T' }, assignee: { login: 'bo' } },
    'ana assigned issue #3 in waypost to bo',
  ],
  [
    'issue_comment',
    { action: 'created', issue: { number: 3, title: 'T' }, comment: { body: 'Yes' } },
    'ana commented on #3 in waypost',
  ],
  [
    'pull_request',
    { action: 'review_requested', number: 7, pull_request: {}, requested_reviewer: { login: 'bo' } },
    'ana asked bo to review pull request #7 in waypost',
  ],
  ['pull_request', { action: 'synchronize', number: 7, pull_request: { number: 7 } }, 'ana pushed to pull request #7 in waypost'],
  ['pull_request', { action: 'closed', number: 7, pull_request: { merged: false } }, 'ana closed pull request #7 in waypost'],
  [
    'pull_request_review',
    { action: 'submitted', pull_request: { number: 7 }, review: { state: 'changes_requested' } },
    'ana requested changes to pull request #7 in waypost',
  ],
  [
    'workflow_run',
    { action: 'completed', workflow_run: { name: 'CI', conclusion: 'success', head_branch: 'main' } },
    'CI passed on waypost/main',
  ],
  ['check_run', { action: 'completed', check_run: { name: 'lint', conclusion: 'timed_out' } }, 'lint timed out on waypost'],
  [
    'deployment_status',
    { deployment_status: { state: 'failure' }, deployment: { environment: 'production' } },
    'Deployment of waypost to production failed',
  ],
  ['star', { action: 'created' }, 'ana starred waypost'],
  ['fork', { forkee: { full_name: 'bo/waypost' } }, 'ana forked waypost'],
  ['dependabot_alert', { action: 'created', alert: {} }, 'Vulnerable dependency in waypost'],
  ['branch_protection_rule', { action: 'edited' }, 'waypost: branch protection rule edited'],
]

test.each(events)('the event %s of GitHub with %j is "%s"', (event, payload, title) => {
  const incoming = {
    headers: { 'x-github-event': event },
    payload: { sender: { login: 'ana' }, repository: { name: 'waypost' }, ...payload },
  }
  expect(readPayload(incoming)).toMatchObject({ preset: 'github', message: { title } })
})

const unknown: [payload: unknown, message: PayloadMessage][] = [
  [{ message: 'Done' }, { body: 'Done' }],
  [
    { Title: 'Backup', Text: 'Done', URL: 'https://example.org', Priority: 'high', tags: ['a', 1, 'b'] },
    { title: 'Backup', body: 'Done', url: 'https://example.org', priority: 4, labels: ['a', 'b'] },
  ],
  [
    { event: 'user.created', data: { name: 'Kim', email: 'kim@example.org' } },
    { title: 'user created', body: 'data name: Kim\ndata email: kim@example.org' },
  ],
  [
    { subject: 'S', link: 'javascript:alert(1)', message: 'M' },
    { title: 'S', body: 'M' },
  ],
  [[{ text: 'one' }], { body: 'one' }],
  [['a', 'b'], { body: '1: a\n2: b' }],
  ['text', { body: 'text' }],
  [42, { body: '42' }],
  [true, { body: 'yes' }],
  [null, {}],
  [{}, {}],
  [{ a: null, b: '' }, {}],
  [
    { severity: 'critical', message: 'M\0' },
    { body: 'M', priority: 5 },
  ],
]

test.each(unknown)('%j, which no preset knows, becomes a readable message', (payload, message) => {
  expect(readPayload({ headers: {}, payload })).toEqual({ preset: undefined, message })
})

test('a preset whose fields are missing leaves the payload to be read as any other', () => {
  for (const { name } of presets)
    expect(readPayload({ headers: {}, payload: { message: 'Hello' } }, name).message, name).toMatchObject({ body: 'Hello' })
})

const wrong = [null, 1, 'x', [], {}, [[]], { length: 3 }, true]

test('no preset fails on values of the wrong kind, wherever they stand', () => {
  for (const [name, preset] of messages) {
    const { headers, payload } = recorded(name)
    for (const path of pathsOf(payload)) {
      for (const value of wrong) {
        const changed = structuredClone({ payload })
        set(changed, ['payload', ...path], value)
        const { message } = readPayload({ headers, ...changed }, preset)
        for (const text of [message.title, message.body, message.url]) expect(text ?? '').toBeTypeOf('string')
      }
    }
  }
})

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([name, inside]) => pathsOf(inside).map((path) => [name, ...path]))]
}

function set(object: object, path: readonly string[], value: unknown): void {
  const holder = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((here, name) => here[name] as Record<string, unknown>, object as Record<string, unknown>)
  holder[path.at(-1) as string] = value
}

test('a payload of a megabyte, wide or deep, takes at most ten times as long to read as to parse one', () => {
  const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field-${index}`, index]))
  let deep: unknown = 'end'
  for (let depth = 0; depth < 1_000; depth++) deep = { data: deep, list: [deep] }
  const long = {
    repository: { full_name: 'a/b', name: ' '.repeat(500_000) },
    ref: 'refs/heads/x',
    commits: Array(20_000).fill({ message: '\n'.repeat(10) }),
  }
  const text = JSON.stringify(wide)
  for (const payload of [wide, deep, long, { title: ' '.repeat(1_000_000), message: '\0'.repeat(1_000_000) }]) {
    expectRatio(
      'reading a payload',
      () => readPayload({ headers: {}, payload }),
      () => JSON.parse(text),
      10,
    )
  }
})
