import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { expectLinear } from '../../../../scripts/tests/growth.ts'
import { openContacts, readCards } from './contacts.ts'

test('TEXT-008 a phone book is read from vCards of every version', () => {
  const cards = [
    // As Android exports them.
    'BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=C3=BCrgen=20=\r\n=C3=84rger\r\nTEL;CELL;PREF:0171-5550100\r\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:3.0\nN:Ode;Ben;;;\nFN:Ben \n Ode\\, jr.\nitem1.TEL;type=WORK;type=VOICE:+1 555 0101\nTEL;TYPE=HOME:+1 555 0102\nNOTE:TEL:no\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Zoe\nTEL;VALUE=uri;TYPE="voice,cell":tel:+1-555-0103\nEND:VCARD',
    'BEGIN:VCARD\nFN:Without a number\nEND:VCARD',
    'BEGIN:VCARD\nTEL:5550104\nEND:VCARD\nsomething else',
  ]
  expect(readCards(cards.join('\n'))).toEqual([
    { phone: '5550104', phone_type: 'other' },
    { name: 'Ben Ode, jr.', phone: '+1 555 0101', phone_type: 'work' },
    { name: 'Ben Ode, jr.', phone: '+1 555 0102', phone_type: 'home' },
    { name: 'Jürgen Ärger', phone: '0171-5550100', phone_type: 'mobile' },
    { name: 'Zoe', phone: '+1-555-0103', phone_type: 'mobile' },
  ])
})

test('changes of the file are read, also when it appears or disappears', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-contacts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'contacts.vcf')
  const contacts = openContacts({ file, country: '+49', log() {} })
  expect([contacts.entries(), contacts.renew()]).toEqual([[], false])
  writeFileSync(file, 'BEGIN:VCARD\nFN:Ana\nTEL:0171 5550100\nEND:VCARD\n')
  expect([contacts.renew(), contacts.renew()]).toEqual([true, false])
  expect([contacts.nameOf('+49 171 5550100'), contacts.nameOf('+49 171 5550101')]).toEqual(['Ana', undefined])
  writeFileSync(file, 'BEGIN:VCARD\nFN:Eva\nTEL:0171 5550100\nEND:VCARD\n')
  utimesSync(file, 1, 1)
  expect([contacts.renew(), contacts.nameOf('01715550100')]).toEqual([true, 'Eva'])
  rmSync(file)
  expect([contacts.renew(), contacts.entries()]).toEqual([true, []])
})

test.each([
  ['folded lines', 'FN;ENCODING=QUOTED-PRINTABLE:', 'a=\n'],
  ['lines that go on', 'FN:', 'a\n '],
  ['numbers', '', 'TEL:1234567\n'],
  ['one line', '', 'x'],
])('a card of very many %s is read in linear time', (what, begin, part) => {
  const card = (length: number) => `BEGIN:VCARD\n${begin}${part.repeat(length / part.length)}\nTEL:1234567\nEND:VCARD`
  expectLinear(what, 200_000, card, readCards)
})
