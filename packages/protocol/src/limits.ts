/** Every number that both ends must agree on. Lengths are in UTF-16 units, times in milliseconds unless named. */

/** Rows in one page of a list call, and the most a caller may ask for. */
export const pageSize = 500
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

export const tagLength = 100
export const feedFilters = 50
export const textRecipients = 100
export const permanentKeyLength = 300

/** How long what an app says of being looked at counts. */
export const awakeFor = 60_000
/** How long a text message is kept after it was made. */
export const textFor = 60 * 60_000

/** What a token may spend before `resetEvery` is over: a call costs 1, and 4 more for each row it reads or writes. */
export const rateLimit = 32_768
export const rateResetEvery = 60_000

/** Port on which a program on the user's machine waits for the key at the end of a sign-in. */
export const desktopPort = 20_807
