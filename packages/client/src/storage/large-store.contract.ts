import { describe, expect, test } from 'vitest'
import { claimLargeStore, type LargeStore, type LargeTransaction, largeStoreOf, type StoredPush } from './large-store.ts'

/** The contract of `LargeStore`. `make` returns an empty one; `bytes` creates a value like `FileSource` slices, `read` reads it. */
export function largeStoreContract(
  name: string,
  make: () => Promise<LargeStore>,
  blob: { of(bytes: Uint8Array): unknown; read(sliced: unknown): Promise<Uint8Array> },
): void {
  const stored = (iden: string, created: number, conversation = 'self', body = iden): StoredPush => {
    const push = { iden, active: true, created, modified: created, direction: 'self', body } as const
    return { iden, conversation, created, size: 10, push }
  }
  const write = (store: LargeStore, work: (transaction: LargeTransaction) => void) =>
    store.transact(async (transaction) => work(transaction))
  const file = (name: string, text: string, type = 'text/plain') => {
    const bytes = new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))
    return { name, type, size: bytes.length, slice: (start: number, end: number) => blob.of(bytes.slice(start, end)) }
  }

  describe(`${name} satisfies the contract of LargeStore`, () => {
    test('texts are read back unchanged, found by prefix, replaced and erased', async () => {
      const store = await make()
      const text = 'Grüße\n "quoted" 🐈 end '
      await write(store, ({ writeText }) => {
        writeText('a.1', text)
        writeText('a.2', '')
        writeText('ab', 'other')
        writeText('a.3', 'first')
      })
      await write(store, ({ writeText, eraseText }) => {
        writeText('a.3', 'second')
        eraseText('a.2')
        eraseText('never')
      })
      const found = await store.transact(async ({ readText, readTexts }) => [
        await readText('a.1'),
        await readText('a.2'),
        await readTexts('a.'),
        (await readTexts('')).length,
      ])
      expect(found).toEqual([
        text,
        undefined,
        [
          ['a.1', text],
          ['a.3', 'second'],
        ],
        3,
      ])
    })

    test('a file keeps its name, type and bytes, and any range of it can be read', async () => {
      const store = await make()
      await write(store, ({ writeFile }) => {
        writeFile('one', file('härbour.txt', 'the bytes of one'))
        writeFile('two', file('two', '', ''))
      })
      const { one, two, none, keys } = await store.transact(async ({ readFile, fileKeys }) => ({
        one: await readFile('one'),
        two: await readFile('two'),
        none: await readFile('none'),
        keys: await fileKeys(),
      }))
      expect([one?.name, one?.type, one?.size, two?.name, two?.type, two?.size]).toEqual([
        'härbour.txt',
        'text/plain',
        16,
        'two',
        '',
        0,
      ])
      expect([none, keys.sort()]).toEqual([undefined, ['one', 'two']])
      expect([...(await blob.read(one?.slice(4, 9)))].map((code) => String.fromCharCode(code)).join('')).toBe('bytes')
      await write(store, ({ eraseFile }) => eraseFile('one'))
      expect(await store.transact(({ fileKeys }) => fileKeys())).toEqual(['two'])
    })

    test('pushes of a conversation are read by their time, from either end', async () => {
      const store = await make()
      await write(store, ({ writePush }) => {
        for (const [index, created] of [5, 1, 4, 2, 3].entries()) writePush(stored(`p${index}`, created))
        writePush(stored('other', 3, 'email:ann@example.org'))
      })
      const range = { conversation: 'self', from: 2, before: 5 }
      const times = (limit: number, end: 'last' | 'first') =>
        store.transact(async ({ readPushes }) => (await readPushes(range, limit, end)).map(({ created }) => created))
      expect(await times(10, 'last')).toEqual([4, 3, 2])
      expect(await times(2, 'last')).toEqual([4, 3])
      expect(await times(2, 'first')).toEqual([2, 3])
    })

    test('a push replaces the one with its iden, and is erased by it', async () => {
      const store = await make()
      await write(store, ({ writePush }) => {
        writePush(stored('p', 1))
        writePush(stored('q', 2))
      })
      await write(store, ({ writePush, erasePush }) => {
        writePush(stored('p', 1, 'self', 'edited'))
        erasePush('q')
        erasePush('never')
      })
      const all = { conversation: 'self', from: 0, before: 10 }
      const found = await store.transact(async ({ readPush, readPushes }) => [
        await readPush('p'),
        await readPush('q'),
        (await readPushes(all, 10, 'last')).length,
      ])
      expect(found).toEqual([stored('p', 1, 'self', 'edited'), undefined, 1])
    })

    test('a transaction that fails writes nothing, and those after it work', async () => {
      const store = await make()
      const failing = store.transact(async ({ writeText, readText }) => {
        writeText('key', 'text')
        await readText('key')
        throw new Error('on purpose')
      })
      const message = await failing.then(
        () => 'worked',
        (error: Error) => error.message,
      )
      expect(message).toBe('on purpose')
      expect(await store.transact(({ readText }) => readText('key'))).toBe(undefined)
    })

    test('transactions run in the order in which they were asked for', async () => {
      const store = await make()
      const add = (letter: string) =>
        store.transact(async ({ readText, writeText }) => writeText('key', `${(await readText('key')) ?? ''}${letter}`))
      await Promise.all([...'abcdefgh'].map(add))
      expect(await store.transact(({ readText }) => readText('key'))).toBe('abcdefgh')
    })

    test('another account finds nothing, and the earlier one can no longer write [D6]', async () => {
      const store = await make()
      await claimLargeStore(store, 'ann')
      const anns = largeStoreOf(store, 'ann')
      await write(anns, ({ writeText, writeFile, writePush }) => {
        writeText('key', 'text')
        writeFile('file', file('a', 'a'))
        writePush(stored('p', 1))
      })
      await claimLargeStore(store, 'ann')
      expect(await anns.transact(({ readText }) => readText('key'))).toBe('text')
      await claimLargeStore(store, 'bob')
      const refused = (work: Promise<unknown>) =>
        work.then(
          () => false,
          () => true,
        )
      expect(await refused(write(anns, ({ writeText }) => writeText('key', 'late')))).toBe(true)
      const found = await largeStoreOf(store, 'bob').transact(async ({ readText, fileKeys, readPush }) => [
        await readText('key'),
        await fileKeys(),
        await readPush('p'),
      ])
      expect(found).toEqual([undefined, [], undefined])
      await write(store, ({ clear }) => clear())
      expect(await refused(write(largeStoreOf(store, 'bob'), ({ writeText }) => writeText('key', 'late')))).toBe(true)
      expect(await store.transact(({ readTexts }) => readTexts(''))).toEqual([])
    })
  })
}
