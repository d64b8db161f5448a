import { type AuditAct, normalizeEmail, Refusal, rowsPerAdministrationPage, storageBytes } from '@waypost/protocol'
import * as v from 'valibot'
import { findAccountByEmail } from '../account/rows.ts'
import type { Writer } from '../db/db.ts'
import type { AdminCommandDeps } from '../deps.ts'
import { allSettings } from '../settings/rows.ts'
import { chosenOf, settingsOf } from '../settings/rules.ts'
import { act, type Consequence, limitStorage, type PersonAct } from './acts.ts'
import type { AdminCommand } from './commands.ts'
import { tellLater } from './consequences.ts'
import { listPeople, personObject } from './rows.ts'

function command(name: PersonAct, does: string, done: string): AdminCommand {
  return {
    takes: 'EMAIL',
    does,
    async run([email = ''], deps) {
      await carryOut(name, email, deps)
      return done.replace('{email}', email)
    },
  }
}

async function carryOut(name: PersonAct & AuditAct, email: string, deps: AdminCommandDeps) {
  const { db, jobs, config } = deps
  const settings = settingsOf(chosenOf(await allSettings(db)), config)
  await write(email, deps, (tx, iden) => act(tx, name, 'command line', iden, { settings, jobs }))
}

async function write(
  email: string,
  { db, jobs }: AdminCommandDeps,
  work: (tx: Writer, iden: string) => Promise<Consequence>,
): Promise<void> {
  await db.write(async (tx) => {
    const account = await findAccountByEmail(tx, normalizeEmail(email))
    if (!account) throw new Refusal('not_found', 'There is no account with this email address.')
    await tellLater(tx, jobs, await work(tx, account.iden))
  })
}

export const peopleCommands: Record<string, AdminCommand> = {
  people: {
    takes: '[SEARCH]',
    does: `Lists the people whose address or name contains SEARCH, the newest first, at most ${rowsPerAdministrationPage}.`,
    async run([search], { db, config }) {
      const { rows, total } = await listPeople(db, { search })
      const settings = settingsOf(chosenOf(await allSettings(db)), config)
      const lines = rows.map((row) => {
        const { email, created, last_seen, storage, storage_limit, own_storage_limit, sessions, plan, admin, suspended } =
          personObject(settings, row)
        const marks = [admin && 'administrator', suspended && 'suspended'].filter(Boolean)
        return [
          email,
          `since ${dayOf(created)}`,
          last_seen === undefined ? 'never seen' : `seen ${dayOf(last_seen)}`,
          `${(storage / 1e6).toFixed(1)} MB${own_storage_limit && storage_limit ? ` of ${(storage_limit / 1e6).toFixed(1)} MB` : ''}`,
          plan,
          `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
          ...marks,
        ].join('  ')
      })
      return [...lines, `${total} ${total === 1 ? 'person' : 'people'}`].join('\n')
    },
  },
  suspend: command(
    'suspend',
    'Suspends a person: all sessions and tokens stop working at once, until the suspension ends.',
    '{email} is suspended.',
  ),
  unsuspend: command('unsuspend', 'Ends the suspension of a person.', '{email} is no longer suspended.'),
  'make-administrator': command('make-administrator', 'Makes a person an administrator.', '{email} is an administrator.'),
  'unmake-administrator': command(
    'unmake-administrator',
    'Ends that a person is an administrator, unless it is the last one.',
    '{email} is no administrator.',
  ),
  'give-pro': command('give-pro', 'Gives a person Pro without payment.', '{email} has Pro.'),
  'take-pro': command('take-pro', 'Takes Pro from a person whom an administrator gave it.', '{email} has no Pro.'),
  'storage-limit': {
    takes: 'EMAIL SIZE',
    does: 'Sets how much a person may store, e.g. `500MB` or `20GB`, in place of what the plan gives; `default` returns to that.',
    async run([email = '', word = ''], deps) {
      const bytes = word === 'default' ? null : sizeIn(word)
      if (bytes === undefined)
        throw Refusal.param('SIZE', `${word} is no size. Write it like 500MB or 20GB, from 1MB to 1000TB, or \`default\`.`)
      await write(email, deps, (tx, iden) => limitStorage(tx, 'command line', iden, bytes))
      return bytes === null ? `The plan of ${email} decides what can be stored.` : `${email} may store ${word}.`
    },
  },
  'end-sessions': command('end-sessions', 'Signs out all devices of a person.', 'All devices of {email} are signed out.'),
  delete: {
    takes: 'EMAIL --yes',
    does: 'Deletes an account and all its data.',
    async run([email = '', confirmation], deps) {
      if (confirmation !== '--yes')
        throw Refusal.param('confirmation', 'This deletes the account and all its data. Add --yes to do it.')
      await carryOut('delete', email, deps)
      return `The account of ${email} is deleted. The server deletes its data, now or when it starts.`
    },
  },
}

/** Parses a size like `20GB` into bytes; undefined for anything else, and for numbers out of range. */
function sizeIn(word: string): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) ?([MGT])i?B?$/i.exec(word) ?? []
  const bytes = v.safeParse(storageBytes, Math.round(Number(number) * 2 ** ({ M: 20, G: 30, T: 40 }[unit.toUpperCase()] ?? 0)))
  return number !== undefined && bytes.success ? bytes.output : undefined
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
