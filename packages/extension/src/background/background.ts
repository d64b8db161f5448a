// The background: one session for as long as the browser lets it run, and the listeners of every part. Each part opens in the first turn:
// an event that starts the background only reaches listeners added then.

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

// Last, because the other listeners need to hear about the session it opens.
keepAlive(background)
