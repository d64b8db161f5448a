import sharp from 'sharp'

interface App {
  name: string
  package: string
  /** The colour and the drawing of its icon, in a square of 24. */
  colour: string
  drawing: string
}

const apps = {
  chat: {
    name: 'Parley',
    package: 'org.parley.chat',
    colour: '#3072c1',
    drawing: '<path d="M4 6.500h16v9.500h-8.500L7.500 19.500V16H4z" fill="#fff"/>',
  },
  parcels: {
    name: 'Harbour Post',
    package: 'com.harbourpost.parcels',
    colour: '#9e6214',
    drawing:
      '<path d="M12 4l7 3.500v9L12 20l-7-3.500v-9z" fill="#fff"/><path d="M5 7.500l7 3.500 7-3.500M12 11v9" stroke="#9e6214" fill="none"/>',
  },
  calendar: {
    name: 'Calendar',
    package: 'org.almanac.calendar',
    colour: '#208046',
    drawing: '<path d="M5 6h14v13H5z" fill="#fff"/><path d="M5 10h14M9 4v4m6-4v4" stroke="#208046" stroke-width="1.500"/>',
  },
  bank: {
    name: 'River Bank',
    package: 'com.riverbank.mobile',
    colour: '#735acc',
    drawing: '<path d="M12 4l8 4.500H4zM6 10h2v6H6zm5 0h2v6h-2zm5 0h2v6h-2zM4 17.500h16v2H4z" fill="#fff"/>',
  },
  clock: {
    name: 'Clock',
    package: 'org.almanac.clock',
    colour: '#be483d',
    drawing:
      '<circle cx="12" cy="12" r="7.500" fill="#fff"/><path d="M12 7.500V12l3 2" stroke="#be483d" stroke-width="1.600" fill="none"/>',
  },
  finder: {
    name: 'Find my phone',
    package: 'org.kde.kdeconnect_tp',
    colour: '#057c79',
    drawing: '<path d="M8 4h8v16H8z" fill="#fff"/><path d="M5 8v8m14-8v8" stroke="#fff" stroke-width="1.600"/>',
  },
} satisfies Record<string, App>

type AppName = keyof typeof apps

/** A notification, as its app shows it. */
export interface Shown {
  app: AppName
  /** Unique within its app. A notification replaces an earlier one with the same app and tag. */
  tag: string
  title: string
  text: string
  actions?: Record<string, Effect>
  /** Whether it can be answered. */
  answers?: boolean
  /** It cannot be swiped away. */
  stays?: boolean
}

/** The effect of a button: it removes the notification, temporarily or permanently, or changes its text. */
type Effect = { removes: true; backAfter?: number } | { text: string }

const done: Effect = { removes: true }
const snoozed: Effect = { removes: true, backAfter: 60_000 }
const chat = { 'Mark as read': done }

/** The notifications at the start of the demonstration. */
export const atFirst: readonly Shown[] = [
  { app: 'bank', tag: 'payment', title: 'Payment received', text: '42.00 from Yusuf Demir: boiler, my half' },
  {
    app: 'calendar',
    tag: 'dentist',
    title: 'Dr. Okafor, check-up',
    text: 'Thursday, 10:30 to 11:00',
    actions: { Snooze: snoozed, Dismiss: done },
  },
  {
    app: 'parcels',
    tag: 'parcel',
    title: 'Out for delivery',
    text: 'Your parcel from Blue Paint & Sons arrives between 14:00 and 16:00.',
    actions: {
      Track: { text: 'Three stops away: the driver is at the harbour.' },
      'To a neighbour': { text: 'Yusuf Demir takes it.' },
    },
  },
  { app: 'clock', tag: 'timer', title: 'Flat bread', text: 'Timer, 25 minutes left', actions: { Stop: done }, stays: true },
  {
    app: 'chat',
    tag: 'lena',
    title: 'Lena Hoff',
    text: 'Are you coming to the regatta on Sunday?',
    actions: chat,
    answers: true,
  },
]

/** The notifications that arrive during the demonstration, one after another, in a loop. */
export const later: readonly Shown[] = [
  {
    app: 'chat',
    tag: 'lena',
    title: 'Lena Hoff',
    text: 'Bring the blue jacket, it will be windy.',
    actions: chat,
    answers: true,
  },
  {
    app: 'parcels',
    tag: 'parcel',
    title: 'Delivered',
    text: 'Your parcel is at the door of 12 Quay Street.',
    actions: { 'Show the photo': { text: 'The photo shows a door with a bell and a parcel.' } },
  },
  {
    app: 'chat',
    tag: 'rowers',
    title: 'Rowing club',
    text: 'Tomás Vega: The boat is back in the water!',
    actions: chat,
    answers: true,
  },
  {
    app: 'calendar',
    tag: 'books',
    title: 'Book club: chapter nine',
    text: 'Today, 19:30, at Elena’s',
    actions: { Snooze: snoozed, Dismiss: done },
  },
  { app: 'bank', tag: 'card', title: 'Card payment', text: '18.60 at Quay Street Bakery' },
  { app: 'chat', tag: 'lena', title: 'Lena Hoff', text: 'I found your umbrella 🌂', actions: chat, answers: true },
]

/** The notification while the phone rings. */
export const ringing: Shown = {
  app: 'finder',
  tag: 'ring',
  title: 'This phone is ringing',
  text: 'Somebody looks for it.',
  actions: { 'Found it': done },
}

/** The notification for a file, link or text that was sent to the phone. */
export const received = (text: string): Shown => ({
  app: 'finder',
  tag: 'received',
  title: 'From Waypost',
  text: text.slice(0, 200),
  actions: { Dismiss: done },
})

/** The words by which an answer is chosen, and the answer. */
const answers: readonly [words: RegExp, answer: string][] = [
  [/\b(yes|yep|sure|of course|coming|i am in|i'm in|count me in)\b/i, 'Wonderful! I keep you a place in the front row 🚣'],
  [/\b(no|not|cannot|can't|sorry|busy)\b/i, 'What a pity. I will send you pictures.'],
  [/\b(when|time|late|early|clock)\b/i, 'The first race is at eleven. Come at ten, for the coffee.'],
  [/\b(where|place|way|meet)\b/i, 'At the old boathouse, behind the bridge.'],
  [/\b(thanks|thank you|great|perfect|nice)\b/i, 'Any time 😊'],
  [/\b(hi|hello|hey)\b/i, 'Hey! Back from the lake already?'],
]
const others = ['Good to know!', 'Ha, I thought so.', 'Tell me everything on Sunday.']

/** The reply of the person in a chat, which differs by the number of earlier replies. */
export const answerTo = (message: string, count: number): string =>
  answers.find(([asked]) => asked.test(message))?.[1] ?? (others[count % others.length] as string)

/** How Android names a notification: user, package, id, tag, and the user id of the app. */
export const idOf = ({ app, tag }: Pick<Shown, 'app' | 'tag'>): string =>
  `0|${apps[app].package}|${Object.keys(apps).indexOf(app) + 1}|${tag}|${10_150 + Object.keys(apps).indexOf(app)}`

/** The fields of a notification in a packet. */
export const fieldsOf = ({ app, title, text, actions, stays }: Shown): Record<string, unknown> => ({
  appName: apps[app].name,
  title,
  text,
  ticker: `${title}: ${text}`,
  isClearable: stays !== true,
  ...(actions && { actions: Object.keys(actions) }),
})

const drawn = new Map<AppName, Promise<Buffer>>()

/** The icon of an app, as a PNG of 96 pixels. */
export function iconOf({ app }: Pick<Shown, 'app'>): Promise<Buffer> {
  const { colour, drawing } = apps[app]
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96">
    <rect width="24" height="24" rx="6" fill="${colour}"/>${drawing}</svg>`
  const icon = drawn.get(app) ?? sharp(Buffer.from(picture)).png().toBuffer()
  drawn.set(app, icon)
  return icon
}
