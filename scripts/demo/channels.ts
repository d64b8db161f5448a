interface Channel {
  tag: string
  name: string
  description: string
  website: string
  /** Who posts to it: a person of the story, or Dana. */
  owner: string
  posts: readonly { title?: string; body: string }[]
}

const levels = [212, 208, 205, 201, 197, 196, 199, 204, 210, 207, 202, 198, 193, 190, 188, 186, 185, 182, 179, 174]

/** 'falling' or 'rising', and by how much, between two levels in centimetres. */
const trend = (before: number, now: number) =>
  `${now < before ? 'falling' : 'rising'} ${Math.abs(now - before)} cm since yesterday`

const sky = [
  ['Saturn rises at ten', 'Low in the east, a hand above the roofs.'],
  ['A thin moon', 'Half an hour after sunset, beside the bright one, which is Venus.'],
  ['Shooting stars', 'A few an hour, best after midnight, in the north.'],
  ['The Pleiades', 'Count them. Most people see six.'],
  ['Clouds', 'Nothing to see tonight. Sleep well.'],
  ['The station passes', 'From west to east in four minutes, brighter than any star.'],
  ['First quarter', 'The craters along the edge are best with any binoculars.'],
  ['Jupiter and its four', 'They change places from one evening to the next.'],
  ['Fog until Thursday', 'The hill is above it. Bring tea.'],
  ['Andromeda', 'The farthest thing that an eye can see. Look beside it.'],
  ['Full moon', 'No stars to speak of, and enough light to read.'],
  ['Orion is back', 'In the east at eleven, lying on its side.'],
  ['Mars', 'Reddish, and it does not twinkle.'],
  ['A double star', 'The bend in the handle of the Plough is two.'],
  ['The winter triangle', 'Three bright ones, up by midnight.'],
  ['Frost', 'The clearest night of the month. Gloves.'],
  ['Last quarter', 'It rises at midnight, so the evening is dark.'],
  ['A comet, maybe', 'With a telescope, near the Lion. Do not expect a tail.'],
  ['Mercury', 'Ten minutes before sunrise, if the horizon is clear.'],
  ['The evening star', 'Low in the west, from five.'],
] as const

const ferries = [
  'The 9:12 leaves at 9:30 today.',
  'All boats on time.',
  'The small boat sails today: no bicycles, please.',
  'Wind from the west. The last boat is at 17:00.',
  'The last boat is at 21:15 again.',
  'The café on board is closed for two days.',
  'A second boat at noon, for the market.',
  'All boats on time.',
  'No boats before ten: fog.',
  'The fog is gone, and so is the delay.',
  'Winter times begin on Monday.',
  'A blue umbrella was left on the 15:40.',
  'The 6:00 waits for the train today.',
  'The ramp is being painted: use the steps.',
  'Dry paint. The ramp is open.',
  'Children travel free until Sunday.',
  'All boats on time.',
  'The 18:20 is full. There is room at 19:10.',
  'Somebody found the blue umbrella.',
  'Ferry back in service after the check.',
]

const plots = [
  'The beans need water on Thursday. Who has time?',
  'I can. Six in the evening.',
  'The first pumpkins are orange.',
  'Somebody closed the gate. Thank you.',
  'Compost arrives on Saturday at nine.',
  'Two barrows are enough, three would be better.',
  'The hedgehog is back, under the boards.',
  'Please leave the boards where they are.',
  'Frost is forecast: cover the lettuce.',
  'Covered, and the tap is off.',
  'Seeds for spring: write what you want until Sunday.',
  'Peas, beets, and the yellow tomatoes.',
  'The shed has a new lock. Same key.',
  'Apples for everybody, in the box at the gate.',
  'Apple cake for everybody, in the same box.',
  'Who has the long ladder?',
  'The long ladder is behind the shed.',
  'Leaves go on the beds, not in the bin.',
  'Next meeting: the 3rd, at the stove.',
  'The robin sits on every spade now.',
]

export const channels: readonly Channel[] = [
  {
    tag: 'river-level',
    name: 'River level',
    description: 'How high the river stands, each morning.',
    website: 'https://example.org/river',
    owner: 'mira@example.org',
    posts: levels.map((level, index) => ({
      title: `${(level / 100).toFixed(2)} m`,
      body: `${trend(levels[index - 1] ?? 215, level)}.${level < 180 ? ' The ford is open.' : ''}`,
    })),
  },
  {
    tag: 'night-sky',
    name: 'Night sky',
    description: 'What to look for after dark.',
    website: 'https://example.org/sky',
    owner: 'aiko@example.org',
    posts: sky.map(([title, body]) => ({ title, body })),
  },
  {
    tag: 'ferry-times',
    name: 'Ferry times',
    description: 'When the ferry leaves, and when it does not.',
    website: 'https://example.org/ferry',
    owner: 'yusuf@example.org',
    posts: ferries.map((body) => ({ body })),
  },
  {
    tag: 'allotment-12',
    name: 'Allotment 12',
    description: 'What grows, and who waters.',
    website: 'https://example.org/allotment',
    owner: 'demo@example.org',
    posts: plots.map((body) => ({ body })),
  },
]

/** When the posts of a channel were sent, first to last: over two weeks, the last one two hours ago. In milliseconds since 1970. */
export const timesOf = (count: number, now: number): number[] =>
  Array.from({ length: count }, (_, index) => now - 2 * 3_600_000 - Math.round(((count - 1 - index) * 13.5 * 86_400_000) / count))
