import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Answer, call, type Person, picture, upload } from './content.ts'
import type { Screen } from './take.ts'

interface Sources {
  kuma: string
  backups: string
  hooks: string
}

async function icon(letter: string, colour: string): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="${colour}"/>
    <text x="48" y="66" font-family="sans-serif" font-size="52" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

/**
 * Creates the sources of a person with their messages. `agos` receives how many minutes ago each was sent, by its text.
 * @returns the idens of the source whose message has everything, and of the one with Markdown
 */
export async function fillSources(origin: string, mira: Person, ana: Person, agos: Map<string, number>): Promise<Sources> {
  const source = async (fields: Answer): Promise<string> => (await call(origin, '/v2/sources', fields, mira.token)).iden
  const message = async (source_iden: string, ago: number, fields: Answer) => {
    agos.set(fields.body ?? fields.title, ago)
    return call(origin, '/v2/pushes', { type: 'note', source_iden, ...fields }, mira.token)
  }
  const sign = async (letter: string, colour: string) =>
    (await upload(origin, mira.token, `${letter}.png`, 'image/png', await icon(letter, colour))).file_url
  const kuma = await source({ name: 'Uptime Kuma', topic: 'uptime-kuma-k4Rw81pT', image_url: await sign('U', '#2d7a46') })
  const door = await source({ name: 'Door bell', topic: 'door-bell-p93xQd7m' })
  const backups = await source({
    name: 'Backups',
    topic: 'backups-Zt6mPq2c',
    description: 'What the machine in the basement saves each night.',
    image_url: await sign('B', '#7a4a0b'),
  })
  await source({ name: 'Washing machine', topic: 'washing-machine-a7Bf20Lw' })
  await call(origin, `/v2/sources/${door}/members`, { email: ana.email }, mira.token)
  const photo = await upload(origin, mira.token, 'door.jpg', 'image/jpeg', await picture(960, 540, 25))
  await message(door, 130, { ...photo, type: 'file', title: 'Somebody is at the door', body: 'Camera at the gate' })
  await message(backups, 1_500, { title: 'Nothing to do', body: 'All volumes are up to date.', priority: 2, labels: ['photos'] })
  await message(backups, 62, {
    title: 'Backup finished',
    body: '**412 GB** in `42 min`, see [the log](https://nas.example.org/log).\n\n| Volume | Size | Saved |\n|---|--:|--:|\n| Photos | 301 GB | 1.2 GB |\n| Mail | 86 GB | 214 MB |\n| Papers | 25 GB | 3 MB |',
    markdown: true,
    priority: 2,
    labels: ['photos', 'mail'],
  })
  await message(kuma, 95, { title: 'nas.home is up again', body: 'It was down for 4 minutes.' })
  await message(kuma, 7, {
    title: 'ferry-times.example.org is down',
    body: 'No answer within 48 seconds, tried three times. The last answer was 502.',
    priority: 5,
    labels: ['website', 'port-ellery'],
    icon_url: await sign('!', '#9c2026'),
    url: 'https://status.example.org/ferry-times',
    expires: Math.round(Date.now() / 1_000) + 86_400,
    actions: [
      { action: 'answer', label: 'I am on it' },
      { action: 'view', label: 'Status page', url: 'https://status.example.org' },
      { action: 'copy', label: 'Copy the address', value: 'https://ferry-times.example.org' },
    ],
  })
  const hooks = await source({ name: 'Webhooks', topic: 'webhooks-u3Wc81rB' })
  for (const name of recorded) await bring(origin, hooks, name, mira)
  return { kuma, backups, hooks }
}

const recorded = [
  'github-push',
  'github-pull-request-merged',
  'gitlab-pipeline-failed',
  'gitea-push',
  'grafana-firing',
  'alertmanager-group',
  'uptime-kuma-down',
  'sonarr-download',
  'radarr-grab',
  'proxmox-backup-failed',
  'healthchecks-down',
  'stripe-invoice-failed',
  'sentry-issue-created',
  'home-assistant-notify',
]

/** Sends a payload to the webhook of a source, and replaces the source's tokens. */
async function bring(origin: string, source: string, name: string, { token }: Person): Promise<void> {
  const { ntfy_token: key } = await call(origin, `/v2/sources/${source}/tokens`, {}, token)
  const { headers, payload } = JSON.parse(readFileSync(join(payloads, `${name}.json`), 'utf8'))
  const answer = await fetch(`${origin}/v3/hooks/${key}`, { method: 'POST', headers, body: JSON.stringify(payload) })
  if (!answer.ok) throw new Error(`The webhook answered ${answer.status} to ${name}.`)
}

const payloads = join(import.meta.dirname, '../../packages/server/src/webhook/presets/recorded')

export function sourceScreens({ kuma, backups, hooks }: Sources): Record<string, Screen> {
  return {
    sources: { path: '/#sources' },
    'sources-empty': { path: '/#sources/new' },
    'source-messages': {
      path: `/#sources/${kuma}`,
      prepare: (page) => page.getByRole('button', { name: 'I am on it' }).waitFor(),
    },
    'source-markdown': { path: `/#sources/${backups}`, prepare: (page) => page.getByRole('table').waitFor() },
    'source-webhooks': {
      path: `/#sources/${hooks}`,
      // Tall enough for all of them.
      prepare: async (page) => {
        await page.setViewportSize({ width: page.viewportSize()?.width ?? 1_280, height: 3_200 })
        await page.getByText('pushed', { exact: false }).first().waitFor()
      },
    },
    'source-setup': { path: '/#sources/new', prepare: setUp, after: remove },
    'source-settings': { path: `/#sources/${kuma}/settings` },
    'source-about': { path: `/#sources/${kuma}/about` },
    'quiet-hours': {
      path: '/#settings/notifications',
      prepare: (page) => page.getByRole('checkbox', { name: 'Quiet hours on' }).check(),
    },
  }
}

async function setUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Proxmox/ }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Waiting for the first message').waitFor()
}

async function remove(page: Page): Promise<void> {
  await page.goto(page.url().replace(/setup$/, 'settings'))
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL(/#sources(?!.*settings)/)
}
