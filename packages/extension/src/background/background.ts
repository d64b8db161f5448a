// The background: a session as long as the browser lets it run, and the listeners of all parts.
// Each part opens in the first turn: an event that starts the background finds only listeners that were added then.

import { answerPages } from '../messages.ts'
import { keepAlive } from './life.ts'
import { openNotices } from './notices/notices.ts'
import { openSending } from './send/send.ts'
import { openBackgroundSession } from './session.ts'
import { openSignIn } from './sign-in.ts'
import { openSignOut } from './sign-out.ts'

const background = openBackgroundSession()

answerPages({
  ...openSignIn(),
  ...openSignOut(background),
  ...openNotices(background),
  ...openSending(background),
  async wake() {
    const opened = await background.wake()
    opened?.session.wake()
    return opened?.session.$connection.get()
  },
})

// The last one: the others have to hear the session that it opens.
keepAlive(background)
