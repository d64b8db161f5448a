// The messages of the demonstration's people in the two weeks before it began.

import type { FaceOptions } from './faces.ts'

/** A message: who sent it, when, and what it is. */
export interface Line {
  /** '13d 18:04' is that time of the day 13 days ago, '42m' is 42 minutes ago. */
  at: string
  from: 'me' | 'them'
  what: Said
}

/** A text, or other content with a caption. `pictures` are numbers of landscapes; several form an album. */
export type Said =
  | string
  | { text: string; replyTo?: number; edited?: string; pinned?: true; reaction?: string; deleted?: true }
  | { pictures: readonly number[]; text?: string }
  | { voice: number }
  | { list: string; items: readonly string[]; ticked?: number }
  | { place: string; address: string }
  | { link: string; url: string; text?: string }
  | { file: string; content: string }

export interface Person {
  email: string
  name: string
  face: FaceOptions
  lines: readonly Line[]
  /** How many of the last lines Dana has not read. */
  unread?: number
}

const me = (at: string, what: Said): Line => ({ at, from: 'me', what })
const they = (at: string, what: Said): Line => ({ at, from: 'them', what })

/** Minutes ago are counted from the start, so the last lines are always a few hours old. */
export const people: readonly Person[] = [
  {
    email: 'ben@example.org',
    name: 'Ben Okafor',
    face: { seed: 2, long: false },
    unread: 3,
    lines: [
      they('13d 18:04', 'Are you back from the mountains?'),
      me('13d 18:20', 'Since yesterday. My legs are not.'),
      they('13d 18:21', { text: 'Ha! Show me pictures.', reaction: '😄' }),
      me('13d 19:02', { pictures: [0, 3, 1], text: 'Three mornings, three colours.' }),
      they('13d 19:05', { text: 'The red one. I want to be there now.', replyTo: 1 }),
      they('9d 12:10', 'The choir sings on the 12th. Do you come?'),
      me('9d 12:31', 'Of course. Keep two seats, Mira wants to hear you too.'),
      they('9d 12:32', {
        text: 'Row C, 7 and 8. Doors open at seven.',
        edited: 'Row C, 7 and 8. Doors open at half past six.',
        pinned: true,
      }),
      they('6d 20:15', 'That was the loudest applause of my life.'),
      me('6d 20:18', 'You were good! Even the tenor next to you noticed.'),
      they('6d 20:19', { voice: 18 }),
      me('5d 09:02', 'What was the second song called?'),
      they('5d 09:40', {
        link: 'The leaving of Port Ellery',
        url: 'https://example.org/songs/leaving',
        text: 'Four voices, from 1904.',
      }),
      me('5d 09:44', 'I cannot get it out of my head.'),
      they('4d 17:30', 'Shall we take the ferry on Sunday? The forecast is dry.'),
      me('4d 17:52', 'Yes! I bring the sandwiches.'),
      they('4d 17:53', { list: 'For the ferry', items: ['Rain jackets', 'Sandwiches', 'The good map', 'Thermos'], ticked: 2 }),
      me('4d 17:55', { text: 'Two of four are done.', replyTo: 1 }),
      they('3d 08:12', { place: 'Harbour office', address: '12 Quay Street\nPort Ellery' }),
      me('3d 08:15', 'Found it. The bench in the sun?'),
      they('3d 08:15', 'The bench in the sun.'),
      they('2d 19:20', { text: 'The café on the island is called the Light House', deleted: true }),
      they('2d 19:31', 'The café is the Lamp Room. They bake until noon.'),
      me('1d 07:40', 'Last thing: do dogs travel free?'),
      they('1d 07:58', { text: 'They do. Does Biscuit come along?', reaction: '❤' }),
      me('1d 08:00', 'She packed before I did.'),
      they('95m', 'I was at the pier this morning. Look at it:'),
      they('94m', { pictures: [4, 1, 3, 5], text: 'The ferry at six, seven, eight and nine.' }),
      they('92m', { text: 'The ferry at six, then?', replyTo: 1 }),
    ],
  },
  {
    email: 'mira@example.org',
    name: 'Mira Lindqvist',
    face: { seed: 17, long: true },
    lines: [
      they('12d 10:11', 'Did you get the tickets for Friday?'),
      me('12d 10:30', 'Two of them, row F.'),
      they('12d 10:31', 'Perfect. I bring the biscuits.'),
      they('8d 21:05', {
        link: 'Eleven kilometres along the cliffs',
        url: 'https://example.org/cliff-path',
        text: 'All of it signposted.',
      }),
      me('8d 21:20', 'Two hours by train. In spring?'),
      they('8d 21:22', { text: 'In spring!', reaction: '👍' }),
      they('3d 13:38', 'We could take the 9:12 and walk from the ferry.'),
      me('3d 13:58', { text: 'Yes! With a stop at the lighthouse.', replyTo: 1 }),
      they('3d 14:01', { pictures: [2, 4, 0], text: 'The three coves on the way.' }),
      me('3d 14:06', 'Booked. Two rooms, sea side.'),
      they('190m', 'You are the best. I tell the others.'),
      me('185m', 'Tell them to bring shoes that like water.'),
    ],
  },
  {
    email: 'priya@example.org',
    name: 'Priya Nair',
    face: { seed: 45, long: true },
    lines: [
      they('11d 08:45', 'Review at ten. Do you have the numbers?'),
      me('11d 08:52', { file: 'Numbers, third quarter.csv', content: 'month,visits\n07,1840\n08,2011\n09,2290\n' }),
      they('11d 08:53', 'You saved my morning.'),
      they('4d 16:02', { file: 'contract-v3.txt', content: 'Third draft. The notice period is three months now.\n' }),
      me('4d 16:40', 'Page two: the notice period is three months, not four.'),
      they('4d 16:42', { text: 'Good eyes. I change it.', edited: 'Good eyes. Changed.' }),
      they('20h', 'It is signed!'),
      me('19h', { text: 'Cake tomorrow, on me.', reaction: '🎂' }),
    ],
  },
  {
    email: 'tomas@example.org',
    name: 'Tomás Vega',
    face: { seed: 50, long: false },
    unread: 1,
    lines: [
      me('10d 17:10', 'Is the bicycle ready?'),
      they('10d 17:31', 'Tomorrow. The gear cable has to come from the city.'),
      they('9d 16:00', 'Ready. New cable, new brake pads, and I oiled the bell.'),
      me('9d 16:20', 'What do I owe you?'),
      they('9d 16:21', { list: 'Bicycle', items: ['Cable, 12', 'Brake pads, 18', 'The bell is on me'] }),
      me('9d 16:30', 'Thank you for the bell.'),
      they('4h', { voice: 9 }),
    ],
  },
  {
    email: 'aiko@example.org',
    name: 'Aiko Tan',
    face: { seed: 18, long: true },
    lines: [
      they('7d 12:00', 'I found your grandmother’s bread in my notes.'),
      they('7d 12:01', { list: 'Flat bread', items: ['500 g flour', '300 ml water', '10 g salt', 'A spoon of oil'] }),
      me('7d 12:30', 'She would add: and patience.'),
      they('2d 18:05', { pictures: [1], text: 'Fog instead of stars. Next week, then.' }),
      me('2d 18:20', 'The telescope stays in the hall.'),
    ],
  },
  {
    email: 'yusuf@example.org',
    name: 'Yusuf Demir',
    face: { seed: 35, long: false },
    lines: [
      they('6d 09:15', 'The boiler man comes on Tuesday between eight and ten.'),
      me('6d 09:20', 'I am at home. Which bell does he know?'),
      they('6d 09:21', 'Yours. I wrote it on the door.'),
      they('2d 11:40', { text: 'Warm again?', reaction: '🔥' }),
      me('2d 11:45', 'Warm again.'),
    ],
  },
  {
    email: 'elena@example.org',
    name: 'Elena Marsh',
    face: { seed: 39, long: true },
    lines: [
      they('5d 20:00', 'Book club on Thursday: chapter nine, then?'),
      me('5d 20:12', 'Only if we skip the whale.'),
      they('5d 20:13', 'Nobody skips the whale.'),
      they('1d 19:30', { link: 'What the whale means, in four pages', url: 'https://example.org/whale' }),
    ],
  },
]

/** Dana's messages to herself. */
export const own: readonly Line[] = [
  me('12d 08:00', { text: 'Locker 14, code on the fridge', pinned: true }),
  me('10d 13:00', { link: 'Bread with three ingredients', url: 'https://example.org/flat-bread' }),
  me('6d 18:40', { pictures: [3], text: 'For the wall in the kitchen?' }),
  me('3d 07:30', { list: 'Shopping', items: ['Milk', 'Flour', 'The blue paint'], ticked: 1 }),
  me('50m', 'Ask the garage about the tyre'),
]

/** A waiting push: minutes from the start, and its words. */
export const waiting = { email: 'mira@example.org', minutes: 18 * 60, text: 'Happy birthday! Look under the doormat.' }

/** Converts the time of a line to milliseconds since 1970. */
export function timeOf(at: string, now: number): number {
  const [, count = '', unit, clock] = /^(\d+)([mhd])(?: (\d\d:\d\d))?$/.exec(at) ?? []
  const amount = Number(count)
  if (unit === 'm') return now - amount * 60_000
  if (unit === 'h') return now - amount * 3_600_000
  const day = new Date(now)
  day.setDate(day.getDate() - amount)
  const [hours = 0, minutes = 0] = clock?.split(':').map(Number) ?? []
  return day.setHours(hours, minutes, 0, 0)
}
