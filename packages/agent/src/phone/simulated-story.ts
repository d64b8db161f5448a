// Provides the people of the simulated phone and their messages. The numbers are reserved for fiction.

import { deflateSync } from 'node:zlib'
import type { PhonebookEntry } from '@waypost/protocol'

const mia = '+15550112'
const noah = '+15550134'
const elena = '+15550147'
const dentist = '+15550160'
const hikers = [mia, noah, elena]

export const contacts: readonly PhonebookEntry[] = [
  { name: 'Dr. Okafor, Dentist', phone: '+1 555 0160', phone_type: 'work' },
  { name: 'Elena Petrova', phone: '+1 555 0147', phone_type: 'mobile' },
  { name: 'Mia Torres', phone: '+1 555 0112', phone_type: 'mobile' },
  { name: 'Noah Lindqvist', phone: '+1 555 0134', phone_type: 'mobile' },
  { name: 'Noah Lindqvist', phone: '+1 555 0135', phone_type: 'work' },
]

interface StoryMessage {
  people: readonly string[]
  /** The sender; without one, the owner of the phone. */
  from?: string
  body: string
  minutesAgo: number
  picture?: string
}

let written: readonly StoryMessage[] | undefined

/** The messages from before the phone was opened. Pictures are drawn on first request, not at program start. */
export const story = (): readonly StoryMessage[] => (written ??= write())

const write = (): readonly StoryMessage[] => [
  {
    people: [dentist],
    from: dentist,
    body: 'Reminder: your check-up is on Thursday at 10:30. Reply C to confirm.',
    minutesAgo: 2_900,
  },
  { people: [dentist], body: 'C', minutesAgo: 2_880 },
  { people: [dentist], from: dentist, body: 'Thank you, see you on Thursday!', minutesAgo: 2_879 },
  { people: hikers, from: noah, body: 'Saturday looks dry. Ridge trail at nine?', minutesAgo: 1_500 },
  { people: hikers, from: elena, body: "I'm in. I can drive.", minutesAgo: 1_490 },
  { people: hikers, body: 'Count me in, I bring coffee ☕', minutesAgo: 1_480 },
  {
    people: hikers,
    from: mia,
    body: 'This is the view from last time:',
    minutesAgo: 1_440,
    picture: landscape([96, 165, 250], [22, 101, 52]),
  },
  { people: [noah], body: 'Did the parcel arrive?', minutesAgo: 320 },
  { people: [noah], from: noah, body: 'Yes, this morning. Thanks for sending it so quickly!', minutesAgo: 310 },
  { people: [mia], from: mia, body: 'Look at this sunset 😍', minutesAgo: 65, picture: landscape([251, 146, 60], [76, 29, 149]) },
  { people: [mia], from: mia, body: 'And ten minutes later', minutesAgo: 55, picture: landscape([244, 63, 94], [30, 27, 75]) },
  { people: [mia], body: 'Wow, where is that?', minutesAgo: 12 },
  { people: [mia], from: mia, body: 'From the roof at work. Come by some evening!', minutesAgo: 9 },
]

/** People's replies, in turn. */
export const answers: readonly string[] = [
  'Sounds good 👍',
  'Let me check and get back to you.',
  'Haha, yes!',
  'On my way.',
  'Can we talk about it tonight?',
]

type Colour = readonly [red: number, green: number, blue: number]

function landscape(sky: Colour, hill: Colour): string {
  const [width, height] = [240, 160]
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) {
      const ridge = height * 0.62 + Math.sin(x / 38) * 14 + Math.sin(x / 13) * 4
      const light = y < ridge ? 1 - (ridge - y) / (height * 1.6) : 1 - (y - ridge) / height
      for (const [channel, value] of (y < ridge ? sky : hill).entries()) row[1 + x * 3 + channel] = Math.round(value * light)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return `data:image/png;base64,${Buffer.concat([signature, ...chunks]).toString('base64')}`
}

/** A chunk of a PNG: length, type, data and checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** The checksum of PNG, annex D. Older versions of Node.js lack the one in node:zlib. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
