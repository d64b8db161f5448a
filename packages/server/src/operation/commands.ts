// The commands that run the server, for the command line.

import { readFile } from 'node:fs/promises'
import { Refusal, type setServerSettings, settingNames, type Taken } from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { allSettings } from '../settings/rows.ts'
import { chosenOf, settingsShown } from '../settings/rules.ts'
import { settingsChangedJob, writeSettings } from '../settings/settings.ts'
import { checkSettings, detailsOfSettings, readSetting } from './settings-rules.ts'

interface CommandDeps {
  db: Db
  jobs: Pick<Jobs, 'add'>
  config: Config
  origin: string
}

/** Commands of `npm start -- admin`. */
export const operationCommands = {
  settings: {
    takes: '',
    does: 'Prints the settings of the server, and where each value comes from.',
    async run(_words: readonly string[], { db, config, origin }: CommandDeps) {
      const shown = settingsShown(chosenOf(await allSettings(db)), config, origin)
      return settingNames
        .map((name) => {
          const { value, source, variable } = shown[name]
          return `${name} = ${value ?? 'none'}  (${variable ?? source})`
        })
        .join('\n')
    },
  },
  set: {
    takes: 'NAME VALUE',
    does: `Changes a setting of the server, also while it runs: ${settingNames.join(', ')}. The value \`default\` returns it to its default; a picture is a path.`,
    async run([name = '', word = '']: readonly string[], { db, jobs, config }: CommandDeps) {
      const changes = await changesOf(name, word)
      await checkSettings(changes, { db, config, plans: chosenOf(await allSettings(db)).plans ?? config.plans })
      await db.write(async (tx) => {
        await writeSettings(tx, changes)
        await audit(tx, { act: 'settings', by: 'command line', details: detailsOfSettings(changes) })
        await jobs.add(tx, settingsChangedJob)
      })
      return `${name} is ${word === 'default' ? 'at its default' : word} now.`
    },
  },
}

/** @throws Refusal `invalid_param` */
async function changesOf(name: string, word: string): Promise<Omit<Taken<typeof setServerSettings>, 'defaults'>> {
  if (!settingNames.some((known) => known === name))
    throw Refusal.param('NAME', `There is no setting ${name}. Settings: ${settingNames.join(', ')}.`)
  if (word === 'default') return { [name]: null }
  const text = name === 'picture' ? `data:image/png;base64,${(await readFile(word)).toString('base64')}` : word
  const value = readSetting(name, text)
  if (value === undefined) throw Refusal.param('VALUE', `${word} is no valid value of ${name}.`)
  return { [name]: value }
}
