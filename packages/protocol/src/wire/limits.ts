/** Numbers that both ends must agree on. Lengths are in UTF-16 units, times in milliseconds unless stated otherwise. */

/** Objects in one page of a list call; a higher `limit` is reduced to it. */
export const pageSize = 500
/** About how many bytes of content one page of a list holds. A page ends before the object that would exceed it, unless it is the first. */
export const pageBytes = 2 * 2 ** 20
/** Pushes that the bootstrap of a session fetches per target. */
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

/** Maximum size of the body of a JSON or form call, in bytes. */
export const requestBytes = 1_048_576
/** Fields of one form, query or JSON object of a call, with each repetition of a field. */
export const requestFields = 2_000
/** Objects, lists, members and items in the JSON of one request, and how deep they may be nested. */
export const requestValues = 100_000
export const requestDepth = 1_024

/** Maximum number of sessions per account; beyond it, the one that was not used for the longest time ends. */
export const sessions = 500
/** Maximum number of access tokens per account that the user created for programs, and per app that the account lets in. */
export const accessTokens = 200
export const appTokens = 100

/** Maximum number of rows per account: things that an import brings by thousands, and things of which people have dozens. */
export const contacts = 20_000
export const chats = 20_000
export const blocks = 10_000
export const subscriptions = 5_000
export const grants = 500
export const devices = 200
export const clients = 100
export const identities = 50
export const invitations = 10_000
export const permanents = 20_000
/** Read markers of an account; those of conversations without messages go first. */
export const readMarkers = 25_000
/** SMS of an account that wait for its phone. */
export const waitingTexts = 1_000
/** Deleted rows of a type that stay as tombstones for each account, and how long each stays at least. */
export const tombstones = 20_000
export const tombstonesFor = 30 * 24 * 60 * 60_000

/** Items in one page of a list for administrators. */
export const administrationPage = 100
/** How long the link to the first account is valid; each start of the server makes another one. */
export const setupLinkFor = 7 * 24 * 60 * 60_000
/** How long the audit log keeps an entry. */
export const auditFor = 365 * 24 * 60 * 60_000
/**
 * How long every security event of an account is kept; of older ones the newest of each kind are. From how many within a day on an
 * account makes no more that let something in, and the same ones are counted.
 */
export const securityEventsFor = 90 * 24 * 60 * 60_000
export const securityEvents = 100
export const securityEventsPerDay = 100
export const dayLength = 24 * 60 * 60_000

export const passwordLength = { least: 8, most: 1_000 }
/** How long a session stays elevated after its user has proved who they are. */
export const elevationFor = 10 * 60_000
/** Recovery codes of an account, from how many left on its owner is warned, and the most characters of a typed code. */
export const recoveryCodes = 10
export const fewRecoveryCodes = 3
export const codeLength = 40
/** Passkeys of an account, the length of their names, and how long a browser may take to create or to use one. */
export const passkeys = 50
export const passkeyNameLength = 100
export const passkeyFor = 5 * 60_000
/** How long a sign-in waits for a one-time code, and how many may be tried. */
export const codeStepFor = 10 * 60_000
export const codeTries = 5
/** How long the link to a new password is valid, and how many of them one address or account is sent per day. */
export const resetLinkFor = 30 * 60_000
export const resetMailsPerDay = 10
/**
 * How long the code and the link that prove an address are valid, how many wrong codes may be typed, and how many such emails one address gets
 * per day.
 */
export const proofFor = 30 * 60_000
export const proofTries = 5
export const proofMailsPerDay = 10
/** How long an invitation is valid, and how many one account may make per day. */
export const invitationFor = 14 * 24 * 60 * 60_000
export const invitationsPerDay = 50
/** How long the link to a new email address is valid. */
export const emailLinkFor = 24 * 60 * 60_000

/** The server sends a `nop` at least this often; some programs drop a stream that is silent for 31 s. */
export const nopEvery = 28_000
/** Maximum number of live streams per account and node. */
export const streams = 500
/** After this much silence a session counts the stream as dead. */
export const streamSilence = 60_000
/** How long after a stream error a session reconnects. */
export const streamRetry = 10_000
/** No reconnect is needed if a frame arrived within this time. */
export const streamFresh = 50_000
/** A time bar separates pushes that are further apart than this. */
export const timeBarAfter = 15 * 60_000
/** The last push of the account shows 'Sent' for this long. */
export const sentFor = 5 * 60_000

/** The limits of each plan: bytes per file, bytes of all files, SMS per month. */
export const free = { fileBytes: 25 * 2 ** 20, storageBytes: 2 * 2 ** 30, textsPerMonth: 100 }
export const pro = { fileBytes: 2 ** 30, storageBytes: 100 * 2 ** 30, textsPerMonth: Number.POSITIVE_INFINITY }
/** From this many SMS per month on, a free account is warned that it approaches the limit. */
export const textsNearLimit = 80

/** Bytes in one piece of an upload. */
export const pieceSize = 5_242_880
/** Maximum file size where plans have no limit (48.8 GB): file stores accept at most 10,000 pieces. */
export const largestFile = 10_000 * pieceSize
/** Unfinished uploads per account, and how long one is kept without activity. */
export const openUploads = 1_000
export const uploadFor = 24 * 60 * 60_000
/** How long the body of a request may stall before its connection is closed. */
export const uploadSilence = 60_000
/** How long an export can be downloaded, and how long a new request returns the last one. */
export const exportFor = 7 * 24 * 60 * 60_000
export const exportEvery = 60 * 60_000
/** Cancelling Pro this soon after buying it refunds the full price, and Pro ends when this time is over. */
export const refundFor = 72 * 60 * 60_000

/** UTF-16 units of a reaction: the longest emoji are flags and families of several characters. */
export const emojiLength = 40
/** How long after sending a push its sender can delete it for everyone. */
export const deleteForEveryoneFor = 48 * 60 * 60_000
/** How long the server keeps the content of a push whose deletion can be undone. */
export const undoDeletionFor = 15_000

export const tagLength = 100
/** Maximum number of channels per account. */
export const channels = 100
export const descriptionLength = 10_000
/** Channels whose summaries one call gives. */
export const channelSummaries = 50
/** Characters of a description, and of the latest post, in a summary of a channel. */
export const summaryLength = 200
/** Pushes shown on the public page of a channel. */
export const recentPushes = 10
/** About how many bytes they take together: strangers fetch them. */
export const recentPushesBytes = 2 ** 18
export const feedFilters = 50
/** How often the feed of a channel is fetched, and how many items one fetch may post. */
export const feedEvery = 5 * 60_000
export const feedItems = 20
export const textRecipients = 100
export const permanentKeyLength = 300
/** Maximum bytes of one permanent (the threads of a phone are long), and of all permanents of an account. */
export const permanentBytes = 8 * 2 ** 20
export const permanentsBytes = 64 * 2 ** 20
/** Maximum bytes of the preferences of web clients, which are in every answer about their account. */
export const preferencesBytes = 65_536
/** Maximum bytes of the content of an ephemeral, as JSON. */
export const ephemeralBytes = 2 ** 19
/** Maximum nesting of objects and lists in data that is stored or relayed unchanged. */
export const nesting = 100
/** People in one response of the target calls. */
export const targets = 20
/** Emails per day that one account may cause, and that one address may get from all accounts. */
export const mailsPerDay = 50
export const mailsPerAddress = 20
/** How long emails that a mail server refused for good are listed, and how many. */
export const refusedMailFor = 30 * 24 * 60 * 60_000
export const refusedMails = 1_000
/**
 * Error reports per day from one network, and from one account; how many are kept of one network or account, and of all, and how long; and how
 * many of all are emailed per day.
 */
export const reportsPerDay = 20
export const reportsOfOne = { rows: 200, bytes: 4 * 2 ** 20 }
export const reports = { rows: 10_000, bytes: 64 * 2 ** 20 }
export const reportsFor = 180 * 24 * 60 * 60_000
export const reportMailsPerDay = 500
/** Bytes of the data of an error report, besides its text. */
export const reportBytes = 2 ** 18

/** The name of the server, and bytes of its picture. */
export const serverNameLength = 40
export const serverPictureBytes = 96 * 2 ** 10
/** The length of the list of domains that may sign up. */
export const signUpDomainsLength = 2_000

/** Pushes of an account that may wait to be sent, and how far ahead. */
export const scheduledPushes = 100
export const scheduleFor = 366 * 24 * 60 * 60_000
/** Conversations whose newest push one call may ask for, and whose newest pushes. */
export const conversationsAtOnce = 100
export const historiesAtOnce = 25
/** Characters of a draft that devices share, in all its fields, and how many an account may have. */
export const draftLength = 20_000
export const drafts = 200
/** Conversations that one call may mark as read. */
export const readMarkersAtOnce = 100
/** How long a report that an app is being looked at is valid. */
export const awakeFor = 60_000
/** Apps per account whose reports are kept; the oldest report is dropped first. */
export const awakeApps = 50
/** Web push subscriptions of an account. */
export const webPushSubscriptions = 50
/** Length of the address at a push service that a browser gives. */
export const webPushEndpointLength = 2_000
/** Bytes of a Web Push message before it is encrypted, which adds 103: it stays under 3 kB, and every push service takes 4 kB. */
export const webPushBytes = 2_960
/** Characters of a title and a body in a Web Push message: a notification shows no more. */
export const webPushTitleLength = 200
export const webPushBodyLength = 500
/**
 * How long a push service keeps a message for a browser that is away: a push, a text or mirrored notification, and one that closes others.
 * The server remembers for just as long which pushes it has sent, so that each that still waits, or is shown, can be closed.
 */
export const webPushFor = { push: 7 * 24 * 60 * 60_000, ephemeral: 24 * 60 * 60_000, close: 60 * 60_000 }
/** How long an SMS is kept on the server. */
export const textFor = 60 * 60_000

/**
 * The budget of an account per `rateResetEvery`, or of an IP address for calls without an account: a call costs 1, plus 4 for each
 * database operation. That allows 6,553 ordinary calls per minute.
 */
export const rateLimit = 32_768
export const rateResetEvery = 60_000
export const callCost = 1
export const operationCost = 4
/** Bytes of a request body that cost one more unit: 32 MB per minute. */
export const bytesPerUnit = 1_024

/** The port on which a program on the user's machine receives the API key at the end of a sign-in. */
export const desktopPort = 20_807
/** How long the code of a machine without a browser is valid, and how often the machine polls. */
export const deviceSignInFor = 10 * 60_000
export const devicePollEvery = 5_000
/** How long the one-time address of a QR code is valid that signs a phone in, and how often phone and computer poll. */
export const phoneSignInFor = 5 * 60_000
export const phonePollEvery = 2_000
/** The secret that a phone makes for its sign-in. */
export const phoneKeyLength = { least: 22, most: 100 }
/** How long the cookie is valid that lets a browser extension use the account. */
export const extensionCookieFor = 365 * 24 * 60 * 60_000
