// Creates the people and messages in the pictures of notices.
// They have an account of their own, so that errors there do not show in other pictures.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyFingerprint, preferencesKey, sealKey } from '@waypost/protocol'
import { type Answer, call, type Person, picture, signUp, upload } from './content.ts'

export interface StatesContent {
  jonas: Person
  ida: Person
  lena: Person
  marta: Person
  /** The idens of devices with a companion. */
  devices: { computer: string; phone: string; lockedPhone: string }
}

/** The end-to-end password of the browser and of the locked phone. */
export const encryptionPassword = 'four quiet grey herons'

/** Fills the account of Jonas. `agos` receives how many minutes ago each push was sent, by its text. */
export async function fillStates(origin: string, agos: Map<string, number>): Promise<StatesContent> {
  const [jonas, ida, lena] = [
    await signUp(origin, 'Jonas Weber'),
    await signUp(origin, 'Ida Holm'),
    await signUp(origin, 'Lena Park'),
  ]
  const [nadia, marta, prizes] = [
    await signUp(origin, 'Nadia Haddad'),
    await signUp(origin, 'Marta Lima'),
    await signUp(origin, 'Prize Draw'),
  ]
  const push = async (from: Person, ago: number, fields: Answer) => {
    await call(origin, '/v2/pushes', fields, from.token)
    agos.set(fields.body ?? fields.title ?? fields.file_name, ago)
  }
  const note = (from: Person, to: Person, ago: number, body: string) => push(from, ago, { type: 'note', body, email: to.email })

  const device = async (fields: Answer) => (await call(origin, '/v2/devices', { app_version: 300, ...fields }, jonas.token)).iden
  const phone = { type: 'android', icon: 'phone', has_sms: true, has_mms: true, remote_files: 'disabled' }
  const devices = {
    computer: await device({ nickname: 'Studio', type: 'linux', manufacturer: 'Dell', model: 'XPS 13', remote_files: 'enabled' }),
    phone: await device({ ...phone, nickname: 'Galaxy S24', manufacturer: 'Samsung', model: 'S24' }),
    lockedPhone: await device({
      ...phone,
      nickname: 'Work phone',
      manufacturer: 'Fairphone',
      model: 'FP5',
      key_fingerprint: await keyFingerprint(await sealKey(encryptionPassword, jonas.account.iden)),
    }),
  }

  for (const [index, [from, body]] of regatta.entries())
    await note(from === 'ida' ? ida : jonas, from === 'ida' ? jonas : ida, 2_000 - index * 7, body)
  for (const [index, name] of ['Harbour at dawn.jpg', 'The finish line.jpg'].entries()) {
    const file = await upload(origin, ida.token, name, 'image/jpeg', await picture(960, 600, 20 + index * 190))
    await push(ida, 60 - index, { type: 'file', ...file, email: jonas.email })
  }
  await note(jonas, ida, 40, 'Beautiful! These go on the front page.')

  for (const [index, [from, body]] of choir.entries())
    await note(
      from === 'lena' ? lena : jonas,
      from === 'lena' ? jonas : lena,
      index < read ? 1_500 - index * 4 : 26 - index,
      body,
    )
  for (const [index, body] of ['Are you at the boat house?', 'I left the key under the oar.'].entries())
    await note(nadia, jonas, 90 - index, body)
  // More than are loaded at first.
  for (let seat = 0; seat < 48; seat++)
    await note(marta, jonas, 240 - seat / 3, `Row ${'ABCDEF'[seat >> 3]}, seat ${(seat & 7) + 1} is sold.`)
  for (const [index, body] of ['You have WON a voucher!', 'Last chance: claim your voucher today'].entries())
    await note(prizes, jonas, 4_000 - index * 900, body)
  await call(origin, '/v2/blocks', { email: prizes.email }, jonas.token)

  // Marked as done here; otherwise the first text sent would change later pictures.
  await call(origin, '/v3/set-permanent', { key: preferencesKey, data: { setup_sms: 'Done' } }, jonas.token)
  await push(jonas, 130, { type: 'note', title: 'Minutes of the rowing club', body: minutes })
  return { jonas, ida, lena, marta, devices }
}

/** Marks conversations as read, after their times were changed. */
export async function readSome(origin: string, { jonas, ida, lena }: StatesContent): Promise<void> {
  const markers = [
    { conversation: `email:${ida.email}`, read_to: Date.now() / 1_000 },
    { conversation: `email:${lena.email}`, read_to: Date.now() / 1_000 - 60 * 60 },
  ]
  await call(origin, '/v2/read_markers', { markers }, jonas.token)
}

/** Fills a folder with more files than are listed at once. */
export function fillInvoices(folder: string): void {
  const invoices = join(folder, 'Invoices')
  mkdirSync(invoices, { recursive: true })
  for (let day = 0; day < 3_650; day++) {
    const date = new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10)
    writeFileSync(join(invoices, `Invoice ${date}.pdf`), 'x'.repeat(900 + ((day * 37) % 800)))
  }
}

const regatta = [
  ['ida', 'The regatta is on the second Sunday of May, rain or shine.'],
  ['jonas', 'Then we need the start list by the end of April.'],
  ['ida', 'Eleven boats so far. The school sends two more, I think.'],
  ['jonas', 'Do they bring their own life jackets?'],
  ['ida', 'Only the big ones. I asked the harbour office for eight small ones, and they said yes.'],
  ['jonas', 'Great. Who takes the times?'],
  ['ida', 'Noor and Emil, from the pier. They want a table, a parasol and a lot of coffee.'],
  ['jonas', 'They shall have all three.'],
  ['ida', 'And somebody has to call the winners. Last year we could not hear a word.'],
  ['jonas', 'I can borrow a loudspeaker from the choir. Lena has two of them.'],
  ['ida', 'Perfect. I will print the signs on Thursday: start, finish, first aid, cake.'],
  ['jonas', 'Cake first, please.'],
  ['ida', 'Cake is always first.'],
] as const

/** How many of these Jonas has read. */
const read = 4
const choir = [
  ['lena', 'Rehearsal moved to the small hall, the big one has no heating.'],
  ['jonas', 'Thanks! Do you still have the two loudspeakers?'],
  ['lena', 'In the cupboard behind the piano.'],
  ['jonas', 'Could we borrow one for the regatta?'],
  ['lena', 'Of course. Take both, one of them crackles.'],
  ['lena', 'The cables are in the blue box.'],
  ['lena', 'Can you be at the hall by six?'],
] as const

const minutes = [
  'Here: Ida, Noor, Emil, Nadia, Jonas. Marta is away.',
  ...[
    'The roof of the boat house leaks above the third rack.',
    'Two offers are in; Emil asks for a third one.',
    'The regatta is on the second Sunday of May.',
    'Eleven boats are on the list, two more are likely.',
    'The school gets its start numbers a week before.',
    'Noor and Emil take the times from the pier.',
    'The harbour office lends eight small life jackets.',
    'The fee stays as it is for the third year.',
    'Members under eighteen row for half of it.',
    'Nadia repairs the trailer; one lamp is out.',
    'The old double goes to the museum, if they want it.',
    'New oars come in March, four pairs.',
    'The key safe at the gate gets another code.',
    'No one rows alone before the first of April.',
    'The website needs newer pictures. Ida takes some.',
    'Marta sells the tickets for the summer party.',
    'The party is on the last Saturday of July.',
    'There will be a grill, two tents and no speeches.',
    'The cash box holds 412.50; the books are in order.',
    'Emil looks after the coffee machine.',
    'Spring cleaning is on the fifth of April, from ten.',
    'Bring gloves, brushes and something to eat.',
    'The next meeting is at Ida’s, on the third of May.',
    'Jonas writes the minutes again.',
  ].map((line, index) => `${index + 1}. ${line}`),
].join('\n')
