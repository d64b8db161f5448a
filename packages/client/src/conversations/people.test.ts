import { expect, test } from 'vitest'
import { until } from '../ground/until.ts'
import { setUpPeople, signUp, started } from '../session/test-people.ts'
import { gate, watched } from '../session/test-sessions.ts'
import { placeIn } from './case-fold.ts'
import { type Picker, peopleOf } from './people.ts'

setUpPeople()

const keys = ({ $found }: Picker) => $found.get().suggestions.map(({ key, type }) => `${type} ${key}`)
const answered = ({ $found }: Picker) => until($found, ({ looking }) => !looking)

test('PICK-005 API-045 API-046 suggests people to write to and people to invite', async () => {
  const session = await started(await signUp())
  await session.contact.create({ name: 'Zoë', email: 'Zoe@example.org' })
  const zoe = { key: 'zoe@example.org', type: 'person', name: 'Zoë', email: 'Zoe@example.org' }
  expect(await peopleOf(session).suggest()).toMatchObject([zoe])
  expect(await peopleOf(session).invitable()).toMatchObject([zoe])
})

test('a contact who was picked before the server has answered is recognized as a person with an account', async () => {
  const bob = await signUp()
  const session = await started(await signUp())
  await session.contact.create({ name: 'Bob', email: bob.account.email })
  await session.contact.create({ name: 'Carol', email: 'carol@example.org' })
  const picker = peopleOf(session).picker()
  const recognized = async (query: string) => {
    picker.ask(query)
    const [picked] = picker.$found.get().suggestions
    return picked && (await peopleOf(session).recognize(picked)).is_user
  }
  expect(await recognized('bob')).toBe(true)
  expect(await recognized('carol')).toBeFalsy()
})

test('PICK-014 an empty query finds nothing and makes no call', async () => {
  const { calls, platform } = watched()
  const session = await started(await signUp(), { platform })
  const picker = peopleOf(session).picker()
  picker.ask('   ')
  expect(picker.$found.get()).toEqual({ query: '   ', suggestions: [], looking: false })
  expect(calls.filter((call) => call.includes('autocomplete'))).toEqual([])
})

test('a blocked person is never suggested, even with a chat or contact, until the block is removed', async () => {
  const held = gate()
  const { platform } = watched(async (call, send) => {
    if (!call.includes('autocomplete')) return send()
    await held.passed
    const targets = [{ name: 'Zoë', email: 'zoe@example.org', email_normalized: 'zoe@example.org', is_user: true }]
    return { status: 200, text: async () => JSON.stringify({ targets }) }
  })
  const session = await started(await signUp(), { platform })
  await session.contact.create({ name: 'Zoë', email: 'Zoe@example.org' })
  await session.contact.create({ name: 'Zora', email: 'zora@example.org' })
  await session.block.add('zoe@example.org')
  await session.chat.start('zoe@example.org')
  const picker = peopleOf(session).picker()
  picker.ask('zo')
  expect(keys(picker)).toEqual(['person zora@example.org'])
  held.open()
  await answered(picker)
  expect(keys(picker)).toEqual(['person zora@example.org'])
  picker.ask('ZOE@example.org')
  await answered(picker)
  expect(keys(picker)).toEqual([])
  await session.block.remove(session.block.find('zoe@example.org')?.iden ?? '')
  picker.ask('zo')
  expect(keys(picker).toSorted()).toEqual(['person zoe@example.org', 'person zora@example.org'])
})

test('API-047 known people are suggested at once, those of the server are added, and each address appears once', async () => {
  const held = gate()
  const { platform } = watched(async (call, send) => {
    if (!call.includes('autocomplete')) return send()
    await held.passed
    const targets = [
      { name: 'Zoë Twice', email: 'zoe@example.org', email_normalized: 'zoe@example.org', is_user: true },
      {
        name: 'Ada Zoellner',
        email: 'ada@example.org',
        email_normalized: 'ada@example.org',
        is_user: true,
        image_url: '/ada.png',
      },
    ]
    return { status: 200, text: async () => JSON.stringify({ targets }) }
  })
  const session = await started(await signUp(), { platform })
  await session.contact.create({ name: 'Zoë', email: 'zoe@example.org' })
  const picker = peopleOf(session).picker()
  picker.ask('zoe')
  expect(keys(picker)).toEqual(['person zoe@example.org'])
  expect(picker.$found.get().looking).toBe(true)
  held.open()
  await answered(picker)
  expect(keys(picker)).toEqual(['person zoe@example.org', 'person ada@example.org'])
  // A contact does not show whether the person has an account.
  expect(picker.$found.get().suggestions[0]).toMatchObject({ name: 'Zoë', is_user: true })
  expect(picker.$found.get().suggestions[1]).toMatchObject({ is_user: true, image_url: '/ada.png', inName: { start: 4, end: 7 } })
})

test('API-047 people whose name starts with the query come first, then those whose address does, then other words of a name', async () => {
  const { platform } = watched((call, send) =>
    call.includes('autocomplete') ? Promise.reject(new TypeError('no network')) : send(),
  )
  const session = await started(await signUp(), { platform })
  const names = {
    'a@example.org': 'Ann Zoeller',
    'zoe.b@example.org': 'Bea',
    'c@example.org': 'Zoe',
    'd@example.org': 'Dan Zoeller',
  }
  for (const [email, name] of Object.entries(names)) await session.contact.create({ name, email })
  const { name, email } = (await signUp()).account
  await session.chat.start(email)
  const picker = peopleOf(session).picker()
  picker.ask('zoe')
  expect(keys(picker).slice(0, 2)).toEqual(['person c@example.org', 'person zoe.b@example.org'])
  expect(keys(picker)).toHaveLength(4)
  await answered(picker)
  expect(keys(picker)).toHaveLength(4)
  picker.ask(email)
  expect(picker.$found.get().suggestions).toMatchObject([{ name, email, is_user: true }])
})

test('API-047 a response to an earlier query is ignored', async () => {
  const slow = gate()
  const { platform } = watched(async (call, send) => {
    const answer = await send()
    if (call.includes('autocomplete')) await slow.passed
    return answer
  })
  const session = await started(await signUp(), { platform })
  for (const name of ['Anna', 'Bob']) await session.contact.create({ name, email: `${name}@example.org` })
  const picker = peopleOf(session).picker()
  const seen: string[] = []
  picker.ask('ann')
  picker.ask('bo')
  picker.$found.listen(({ query, suggestions }) => seen.push(`${query}: ${suggestions.map(({ name }) => name)}`))
  slow.open()
  await answered(picker)
  await peopleOf(session).suggest()
  expect(new Set(seen)).toEqual(new Set(['bo: Bob']))
})

test('PICK-015 a typed address can be picked', async () => {
  const session = await started(await signUp())
  await session.contact.create({ name: 'Ann', email: 'ann@example.org' })
  const picker = peopleOf(session).picker()
  const ask = async (query: string) => {
    picker.ask(query)
    await answered(picker)
    return keys(picker)
  }
  expect(await ask(' New@Example.org ')).toEqual(['email new@example.org'])
  expect(await ask('ann@example.org')).toEqual(['person ann@example.org'])
  expect(await ask('555 12')).toEqual([])
  expect(await ask('ann')).toEqual(['person ann@example.org'])
  expect(await ask('  ')).toEqual([])
})

test('SIDE-010 matches ignore case, accents, ligatures and combining marks, and cover whole letters', () => {
  const mark = (text: string, query: string) => {
    const place = placeIn(text, query)
    return place && `${place.at} ${text.slice(place.start, place.end)}`
  }
  expect(mark('Crème BRÛLÉE', 'brulee')).toBe('word BRÛLÉE')
  expect(mark('Cre\u0300me', 'cre')).toBe('start Cre\u0300')
  expect(mark('office \uFB03x', 'ffix')).toBe('word \uFB03x')
  expect(mark('banana an', 'an')).toBe('word an')
  expect(mark('banana', 'nan')).toBe('inside nan')
  expect(mark('İstanbul', 'ist')).toBe('start İst')
  expect(mark('x', 'y')).toBeUndefined()
})
