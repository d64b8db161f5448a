// Pairs Android phones with this machine, and shows, rings and removes them: `waypost phone`.

import { platform, type Session } from '@waypost/client'
import { check } from '@waypost/client/ground/objects'
import { until } from '@waypost/client/ground/until'
import { type PhoneReport, PhoneReport as PhoneReportShape, type PhoneRequest, type ReportedPhone } from '@waypost/protocol'
import type { Command } from 'commander'
import { withSignedInSession } from '../../sign-in/session.ts'
import { formatTable } from '../../terminal/format.ts'
import { askOnTerminal } from '../../terminal/question.ts'
import { plain, print, printJson, printStatus } from '../../terminal/terminal.ts'
import { UserError } from '../../user-error.ts'
import { addCommand, type Options } from '../command.ts'
import { muteApp } from './mute.ts'

/** In milliseconds. */
const answerWithin = 5_000

/** Adds `waypost phone`. */
export function addPhone(program: Command): void {
  addCommand(program, 'phone', 'Pairs Android phones with this machine through the app KDE Connect, and shows them.', [
    'waypost phone add',
    'waypost phone add 100.101.102.103',
    'waypost phone list',
    'waypost phone ring Pixel',
    'waypost phone remove Pixel',
    'waypost phone mute org.example.chat',
  ])
    .argument('[action]', "'add', 'list', 'ring', 'remove', 'mute' or 'unmute'", 'list')
    .argument(
      '[which]',
      'the name of the phone; for add, its address if it is not found by itself, e.g. in a VPN; for mute, the package name of an app',
    )
    .addHelpText(
      'after',
      '\nInstall KDE Connect on the phone, from F-Droid or Google Play. The companion must be running: waypost run',
    )
    .action(phone)
}

type Ask = (action: PhoneRequest['action'], more?: Pick<PhoneRequest, 'phone' | 'address'>) => Promise<ReportedPhone[]>

interface Companion {
  ask: Ask
  /** @returns a function that stops it */
  onReport(listener: (report: PhoneReport) => void): () => void
}

async function phone(action: string, which: string | undefined, { server, json }: Options): Promise<void> {
  await withSignedInSession(server, async ({ session, signIn }) => {
    if (action === 'mute' || action === 'unmute') return muteApp(session, action, which, json ?? false)
    if (signIn.device === undefined) throw new UserError('The companion has not run on this machine yet. Start it: waypost run')
    const companion = await openCompanion(session, signIn.device)
    if (action === 'add') await add(companion, which, json ?? false)
    else if (action === 'list') show(await companion.ask('list'), json ?? false)
    else if (action === 'ring' || action === 'remove') {
      const { id, name } = find(await companion.ask('list'), which)
      await companion.ask(action, { phone: id })
      print(plain(action === 'ring' ? `"${name}" rings.` : `"${name}" is no longer paired.`))
    } else throw new UserError(`Say 'add', 'list', 'ring', 'remove', 'mute' or 'unmute', not "${action}": waypost phone --help`)
  })
}

async function openCompanion(session: Session, device: string): Promise<Companion> {
  await session.start()
  await until(session.$connection, (connection) => connection === 'connected')
  const listeners = new Set<(report: PhoneReport) => void>()
  session.onEphemeral((ephemeral) => {
    const read = check(PhoneReportShape, ephemeral)
    if ('value' in read && read.value.source_device_iden === device) for (const listener of listeners) listener(read.value)
  })
  const onReport = (listener: (report: PhoneReport) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    onReport,
    async ask(action, more = {}) {
      const guid = platform.unique()
      const { promise, resolve, reject } = Promise.withResolvers<ReportedPhone[]>()
      const late = () => reject(new UserError('The companion on this machine does not answer. Start it: waypost run'))
      const timer = setTimeout(late, answerWithin)
      const stop = onReport((report) => {
        if (report.guid !== guid) return
        if (report.error === undefined) resolve(report.phones)
        else reject(new UserError(report.error))
      })
      const source_user_iden = session.$account.get()?.iden ?? ''
      const request: PhoneRequest = { type: 'phone_request', source_user_iden, target_device_iden: device, guid, action, ...more }
      try {
        await session.sendEphemeral(request)
        return await promise
      } finally {
        clearTimeout(timer)
        stop()
      }
    },
  }
}

function find(all: readonly ReportedPhone[], which: string | undefined): ReportedPhone {
  const phones = all.filter(({ state }) => state === 'paired')
  const found =
    which === undefined
      ? phones
      : phones.filter(({ id, name }) => [id, name.toLowerCase()].includes(which.toLowerCase()) || id === which)
  const [first, second] = found
  if (phones.length === 0) throw new UserError('No phone is paired with this machine. Add one: waypost phone add')
  if (!first) throw new UserError(`No phone is called "${which}". See them all with: waypost phone list`)
  if (second) throw new UserError('Say which phone. See them all with: waypost phone list --json')
  return first
}

function show(all: readonly ReportedPhone[], json: boolean): void {
  const phones = all.filter(({ state }) => state === 'paired')
  if (json) for (const each of phones) printJson(each)
  else if (phones.length === 0) printStatus('No phone is paired with this machine. Add one: waypost phone add')
  else {
    const rows = phones.map((each) => [each.name, each.is_connected ? 'connected' : 'away', batteryOf(each), each.id])
    for (const line of formatTable(['name', '', 'battery', 'id'], rows)) print(line)
  }
}

function batteryOf({ battery, is_charging }: ReportedPhone): string {
  return battery === undefined ? '' : `${battery} %${is_charging ? ', charging' : ''}`
}

async function add(companion: Companion, address: string | undefined, json: boolean): Promise<void> {
  const before = new Set((await companion.ask('list')).flatMap(({ id, state }) => (state === 'paired' ? [id] : [])))
  const { promise, resolve, reject } = Promise.withResolvers<ReportedPhone>()
  const told = new Set<string>()
  const say = (words: string) => {
    if (!told.has(words)) printStatus(words)
    told.add(words)
  }
  let asking = ''

  async function ask({ id, name, code = '' }: ReportedPhone): Promise<void> {
    asking = id + code
    // Not earlier: text typed or piped before this would be lost.
    const answer = await askOnTerminal(`"${name}" shows the code ${code}? [y/N] `)
    // End of input means no.
    const isYes = /^y(es)?$/i.test(answer ?? '')
    await companion.ask(isYes ? 'accept' : 'refuse', { phone: id })
    if (!isYes) throw new UserError('The phone was not paired.')
  }

  const stop = companion.onReport(({ phones, error }) => {
    if (error !== undefined) say(error)
    for (const each of phones) {
      if (each.state === 'paired' && !before.has(each.id)) resolve(each)
      if (each.state === 'unpaired') say(`Found "${each.name}". Choose this machine in KDE Connect there, and ask to pair.`)
      if (each.state === 'asked' && asking !== each.id + (each.code ?? '')) ask(each).catch(reject)
    }
  })
  try {
    await companion.ask('find', address === undefined ? {} : { address })
    printStatus('Open KDE Connect on the phone, in the same network. Ctrl+C stops looking for it.')
    const added = await promise
    if (json) printJson(added)
    else print(plain(`"${added.name}" is paired.`))
  } finally {
    stop()
  }
}
