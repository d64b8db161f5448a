/** Every number that both ends must agree on. Lengths are in UTF-16 units, times in milliseconds unless named. */

/** Rows in one page of a list call, and the most a caller may ask for. */
export const pageSize = 500
/** About how many bytes of content one page of a list holds. A page ends before the row that would not fit, unless it is the first. */
export const pageBytes = 2 * 2 ** 20
/** Pushes fetched per target when a client fills its mirror for the first time. */
export const bootstrapPushesPerTarget = 40
/** Pushes shown at once, and added by each 'Load more', in a history. */
export const historyPageSize = 25

export const titleLength = 8_192
export const bodyLength = 131_072
export const addressLength = 8_192
export const nameLength = 1_000
export const emailLength = 320
export const guidLength = 255
export const idenLength = 128
export const listItems = 1_000

/** The most bytes that the body of one JSON or form call may have. */
export const requestBytes = 1_048_576

export const passwordLength = { least: 8, most: 1_000 }

/** The server sends a `nop` at least this often; some programs drop a stream that is silent for 31 s. */
export const nopEvery = 28_000
/** Live streams that one account may have open on one node. */
export const streams = 500
/** A client counts the stream as dead after this much silence. */
export const streamSilence = 60_000
/** A client reconnects this long after a stream error. */
export const streamRetry = 10_000
/** A reconnect is skipped when a message arrived within this time. */
export const streamFresh = 50_000
/** Neighbouring pushes further apart than this have a time bar between them. */
export const timeBarAfter = 15 * 60_000
/** An own last push younger than this shows 'Sent'. */
export const sentFor = 5 * 60_000

/** What each plan allows: bytes of one file, bytes of all files together, texts a month. */
export const free = { fileBytes: 25 * 2 ** 20, storageBytes: 2 * 2 ** 30, textsPerMonth: 100 }
export const pro = { fileBytes: 2 ** 30, storageBytes: 100 * 2 ** 30, textsPerMonth: Number.POSITIVE_INFINITY }
/** From this many texts a month on, a free account is told that it comes near the limit. */
export const textsNearLimit = 80

/** Bytes in one piece of an upload. */
export const pieceSize = 5_242_880
/** Bytes of one file where plans have no limits (48.8 GB): file stores take at most 10,000 pieces. */
export const largestFile = 10_000 * pieceSize
/** Unfinished uploads of one account, and how long one lasts of which nothing more is heard. */
export const openUploads = 1_000
export const uploadFor = 24 * 60 * 60_000
/** How long the body of a request may be silent before its connection is closed. */
export const uploadSilence = 60_000
/** How long an export can be fetched, and how long asking again answers the one that was made last. */
export const exportFor = 7 * 24 * 60 * 60_000
export const exportEvery = 60 * 60_000
/** Who cancels Pro this soon after buying it gets all of the money back, and Pro ends when this time is over. */
export const refundFor = 72 * 60 * 60_000

export const tagLength = 100
/** Open channels of one account. */
export const channels = 100
export const descriptionLength = 10_000
/** Pushes that a channel's public page shows. */
export const recentPushes = 10
export const feedFilters = 50
/** How often a channel's feed is read, and the most items that one reading posts. */
export const feedEvery = 5 * 60_000
export const feedItems = 20
export const textRecipients = 100
export const permanentKeyLength = 300
/** The most bytes of one permanent (the threads of a phone are long), and of all those of an account. */
export const permanentBytes = 8 * 2 ** 20
export const permanentsBytes = 64 * 2 ** 20
/** The most bytes of what one ephemeral carries, as JSON. */
export const ephemeralBytes = 2 ** 19
/** How deep objects and lists may be nested in what is kept or relayed as it is. */
export const nesting = 100
/** People in one answer of the target calls. */
export const targets = 20
/** Mails a day that an account may cause, and that one address gets because of all accounts. */
export const mailsPerDay = 50
export const mailsPerAddress = 20
/** Error reports a day from one network address, and those of all that are mailed. */
export const reportsPerDay = 20
export const reportMailsPerDay = 500
/** Bytes of what an error report carries beside its text. */
export const reportBytes = 2 ** 18

/** Conversations that one call marks as read. */
export const readMarkersAtOnce = 100
/** How long what an app says of being looked at counts. */
export const awakeFor = 60_000
/** Apps of one account of which this is kept; the one that was heard of longest ago goes first. */
export const awakeApps = 50
/** How long a text message is kept after it was made. */
export const textFor = 60 * 60_000

/**
 * What an account may spend before `rateResetEvery` is over, and whoever has none from one network address: a call costs 1, and 4 more
 * for each time it asks the database. That is 6,553 ordinary calls a minute.
 */
export const rateLimit = 32_768
export const rateResetEvery = 60_000
export const callCost = 1
export const operationCost = 4
/** Bytes of a request's body that cost one unit more: 32 MB a minute. */
export const bytesPerUnit = 1_024

/** Port on which a program on the user's machine waits for the key at the end of a sign-in. */
export const desktopPort = 20_807
/** How long the code of a machine without a browser can be typed, and how often the machine asks whether it was. */
export const deviceSignInFor = 10 * 60_000
export const devicePollEvery = 5_000
/** How long the cookie lasts that lets a browser extension use the account. */
export const extensionCookieFor = 365 * 24 * 60 * 60_000
