// The mark on the icon of the extension: '!' while the server has ended the access of this browser, else the number of unread conversations.

const colours = { background: '#c8402a', text: '#ffffff' }
/** Longer numbers have no room. */
const highest = 999

let count = 0
let isSignedOut = false
let drawing: Promise<void> | undefined

/** Shows a number on the icon, or none for 0; after `markSignedOut` once that has ended. */
export function showCount(unread: number): Promise<void> {
  count = unread
  return drawSoon()
}

/** Shows in place of the number that this browser was signed out, or ends that. */
export function markSignedOut(shown: boolean): Promise<void> {
  isSignedOut = shown
  return drawSoon()
}

/** What is told in one turn is drawn once, and one after the other, so that an earlier mark never covers a later one. */
function drawSoon(): Promise<void> {
  drawing ??= Promise.resolve()
    .then(drawAll)
    .finally(() => {
      drawing = undefined
    })
  return drawing
}

async function drawAll(): Promise<void> {
  let drawn: string | undefined
  while (drawn !== textNow()) {
    drawn = textNow()
    await draw(drawn)
  }
}

function textNow(): string {
  if (isSignedOut) return '!'
  return count > 0 ? String(Math.min(count, highest)) : ''
}

async function draw(text: string): Promise<void> {
  const { action } = chrome
  await action.setBadgeText({ text })
  await action.setTitle({ title: text === '!' ? 'Waypost: signed out' : 'Waypost' })
  if (text === '') return
  await action.setBadgeBackgroundColor({ color: colours.background })
  await action.setBadgeTextColor({ color: colours.text })
}
