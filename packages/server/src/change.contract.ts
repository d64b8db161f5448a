import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { type BoxChanged, boxSubject, changer, fromSeconds, type MakeChange } from './change.ts'
import type { Db } from './db/db.ts'
import { saveSynced } from './db/synced-table.ts'
import { type deviceObject, devices, saveDevice } from './device/rows.ts'
import { newDevice } from './device/rules.ts'
import { objectIden } from './iden.ts'

interface ChangeUnderTest {
  open(): Promise<Db>
  bus: Bus
}

/** The contract of changes, for every store and bus. */
export function changeContract(name: string, prepare: () => Promise<ChangeUnderTest>): void {
  describe(`changes: ${name}`, () => {
    let store: ChangeUnderTest
    let db: Db
    let bus: Bus
    let change: MakeChange
    let clock: number

    beforeEach(async () => {
      store = await prepare()
      db = await store.open()
      bus = store.bus
      clock = 1_000_000
      change = changer(db, bus, { now: () => clock })
    })
    afterEach(async () => {
      await db.close()
      await bus.close()
    })

    const addDevice = (owner: string) =>
      change([owner], (tx) => saveSynced(tx, devices, newDevice(objectIden(owner), owner), { asked: false }))
    const stampsOf = async (owner: string) =>
      (await db.all<{ modified: number }>('SELECT modified FROM device WHERE owner = $1 ORDER BY modified', [owner])).map(
        (row) => row.modified,
      )

    test('stamps follow the clock and rise strictly where it stands still or goes back [A2]', async () => {
      await addDevice('a')
      await addDevice('a')
      clock = 500
      await addDevice('a')
      clock = 2_000_000
      await addDevice('a')
      expect(await stampsOf('a')).toEqual([1_000_000, 1_000_001, 1_000_002, 2_000_000])
    })

    test('stamps go on rising after a restart with a clock that went back [A2]', async () => {
      await addDevice('a')
      await db.close()
      clock = 1
      db = await store.open()
      change = changer(db, bus, { now: () => clock })
      await addDevice('a')
      expect(await stampsOf('a')).toEqual([1_000_000, 1_000_001])
    })

    test('each box has stamps of its own [A1]', async () => {
      await Promise.all([addDevice('a'), addDevice('b'), addDevice('a')])
      expect(await stampsOf('a')).toEqual([1_000_000, 1_000_001])
      expect(await stampsOf('b')).toEqual([1_000_000])
    })

    test('a box hears of each change once, after it is readable, in an unbroken chain [B1, B2]', async () => {
      const heard: BoxChanged[] = []
      const readable: Promise<number>[] = []
      await bus.subscribe(boxSubject('a'), (message) => {
        heard.push(message as BoxChanged)
        readable.push(stampsOf('a').then((stamps) => stamps.length))
      })
      await Promise.all(Array.from({ length: 20 }, () => addDevice('a')))
      expect(heard).toHaveLength(20)
      heard.forEach(({ after, modified, objects }, index) => {
        expect(after).toBe(heard[index - 1]?.modified ?? 0)
        expect(objects.devices?.map((device) => fromSeconds(device.modified))).toEqual([modified])
      })
      expect((await Promise.all(readable)).every((count, index) => count > index)).toBe(true)
    })

    test('a change that throws leaves no row, no stamp and no message [A3]', async () => {
      const heard: unknown[] = []
      await bus.subscribe(boxSubject('a'), (message) => heard.push(message))
      const failing = change(['a'], async (tx) => {
        await saveDevice(tx, newDevice(objectIden('a'), 'a'))
        tx.afterCommit(() => heard.push('afterwards'))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await stampsOf('a')).toEqual([])
      expect(heard).toEqual([])
      await addDevice('a')
      expect((heard as BoxChanged[])[0]?.after).toBe(0)
    })

    test('a change that writes to a box it did not name is refused [A1]', async () => {
      await expect(change(['a'], (tx) => saveDevice(tx, newDevice(objectIden('b'), 'b')))).rejects.toThrow('did not name')
      expect(await stampsOf('b')).toEqual([])
    })

    test('a row that is written twice in one change is told once, as it is in the end', async () => {
      const heard: BoxChanged[] = []
      await bus.subscribe(boxSubject('a'), (message) => heard.push(message as BoxChanged))
      await change(['a'], async (tx) => {
        const device = { ...newDevice(objectIden('a'), 'a'), created: 5 }
        await saveDevice(tx, { ...device, nickname: 'one' })
        await saveDevice(tx, { ...device, nickname: 'two' })
      })
      expect(heard[0]?.objects.devices?.map((device) => device.nickname)).toEqual(['two'])
    })

    test('who begins to listen during a change hears of it, also of rows whose objects are made only for listeners [B1]', async () => {
      const heard: BoxChanged[] = []
      const iden = objectIden('a')
      await change(['a'], async (tx) => {
        const { modified } = await saveDevice(tx, { ...newDevice(objectIden('a'), 'a'), nickname: 'at once' })
        const later = { iden, active: true, created: modified, modified, nickname: 'later' }
        tx.wroteUnheard('a', 'devices', () => later as unknown as ReturnType<typeof deviceObject>)
        await bus.subscribe(boxSubject('a'), (message) => heard.push(message as BoxChanged))
      })
      expect(heard.map(({ objects }) => objects.devices?.map(({ nickname }) => nickname))).toEqual([['at once', 'later']])
    })

    test('a reader that follows modified_after among concurrent writers misses nothing and sees nothing twice [A4]', async () => {
      let writing = true
      const seen: number[] = []
      const reader = (async () => {
        let newest = -1
        for (;;) {
          const done = !writing
          const rows = await db.all<{ modified: number }>(
            'SELECT modified FROM device WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT 50',
            ['a', newest],
          )
          seen.push(...rows.map((row) => row.modified))
          newest = rows.at(-1)?.modified ?? newest
          if (done && rows.length === 0) return
          await new Promise(setImmediate)
        }
      })()
      for (let round = 0; round < 50; round++) {
        await Promise.all(Array.from({ length: 20 }, () => addDevice('a')))
        clock += round % 7
      }
      writing = false
      await reader
      expect(seen).toHaveLength(1_000)
      expect(new Set(seen).size).toBe(1_000)
    })
  })
}
