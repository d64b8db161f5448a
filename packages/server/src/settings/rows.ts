import type { Reader, Writer } from '../db/db.ts'
import { saveRow } from '../db/write-row.ts'

/** `value` is JSON. */
interface SettingRow {
  name: string
  value: string
}

export const allSettings = (reader: Reader) => reader.all<SettingRow>('SELECT name, value FROM server_setting')

export const saveSetting = (tx: Writer, { name, value }: SettingRow) => saveRow(tx, 'server_setting', 'name', { name, value })

export const deleteSetting = (tx: Writer, name: string) => tx.run('DELETE FROM server_setting WHERE name = $1', [name])
