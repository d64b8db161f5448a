// The badge of the extension's icon: '!' while the server has revoked this browser's access, otherwise the number of unread conversations.

const colours = { background: '#c8402a', text: '#ffffff' }
/** Longer numbers don't fit. */
const highest = 999

let count = 0
let isSignedOut = false
let drawing: Promise<void> | undefined

/** Shows a number on the icon, or none for 0. While the signed-out mark is shown, the number waits until that is removed. */
export function showCount(unread: number): Promise<void> {
  count = unread
  return drawSoon()
}

/** Shows the signed-out mark instead of the number, or removes it. */
export function markSignedOut(shown: boolean): Promise<void> {
  isSignedOut = shown
  return drawSoon()
}

/** Draws all updates of one turn at once, and draws in order, so an earlier badge never overwrites a later one. */
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
