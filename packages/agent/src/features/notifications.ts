import type { Session, Target } from '@waypost/client'
import { drawnLabels } from '@waypost/client/emoji-codes'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { fileWords, isTold, type Push, pressAction, priorities } from '@waypost/protocol'
import { openClipboard } from '../desktop/clipboard.ts'
import type { Note, Notifier } from '../desktop/notifier.ts'
import { namesOf } from '../device.ts'
import { openBrowser } from '../sign-in/open-browser.ts'
import type { Feature, FeatureDeps } from './feature.ts'

interface Deps extends FeatureDeps {
  notifier: Notifier
  server: string
  /** Pushes up to this stamp are not news, in seconds. */
  since: number
}

const prefix = 'push-'
/** How many shown pushes are remembered, so an update doesn't show one again. */
const remembered = 2_000

/**
 * Shows each push for this machine: those from other people, unless muted, and those that the account's own devices send to this one or to
 * all. Dismissing or deleting a push closes its notification, and closing or clicking a notification dismisses its push.
 */
export function notificationsFeature({ session, device, notifier, server, since, log }: Deps): Feature {
  const stops: (() => void)[] = []
  /** The address that a click opens, by the iden of each push on screen. */
  const shown = new Map<string, string>()
  const told = new Set<string>()
  // In sequence: a notification must not appear after it was closed.
  let last: Promise<unknown> = Promise.resolve()

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: Error) => log(`A notification could not be shown: ${error.message}`))
  }

  function show(push: Push, target: Target | undefined): void {
    if (told.has(push.iden)) return
    told.add(push.iden)
    forgetEldest(told, remembered)
    const note = noteOf(push, target, session, server)
    shown.set(push.iden, note.address)
    inTurn(async () => {
      if (shown.has(push.iden)) await notifier.show(note)
    })
  }

  const isNews = (push: Push) => push.created > since && isTold(push, { kind: 'device', device }, session.quietOf(push))

  function catchUp(): void {
    for (const push of session.mirror.of('pushes').get().entries.values()) {
      if (!isNews(push)) continue
      const target = session.target.of(push)
      if (push.direction === 'self' || (target && !target.muted)) show(push, target)
    }
  }

  async function act(iden: string, id: string): Promise<void> {
    const action = session.mirror
      .of('pushes')
      .get()
      .entries.get(iden)
      ?.actions?.find((one) => one.id === id)
    if (action?.action === 'view') openBrowser(webAddress(action.url) ?? `${server}/`)
    else if (action?.action === 'copy') await openClipboard().write(action.value)
    else if (action) await session.call(pressAction, { iden, action: id })
  }

  return {
    async start() {
      stops.push(
        session.onNotify(({ push, target }) => show(push, target)),
        session.onPush((push) => {
          if (push.direction === 'self' && isNews(push)) show(push, session.target.of(push))
        }),
        session.mirror.of('pushes').listen(({ entries }) => {
          for (const iden of shown.keys()) {
            const push = entries.get(iden)
            if (push && isTold(push, { kind: 'device', device })) continue
            shown.delete(iden)
            inTurn(() => notifier.close(prefix + iden))
          }
        }),
        notifier.onEnd((end) => {
          const iden = end.key.startsWith(prefix) ? end.key.slice(prefix.length) : ''
          const address = shown.get(iden)
          if (address === undefined) return
          shown.delete(iden)
          if (end.by === 'click') openBrowser(address)
          if (end.by === 'action') inTurn(() => act(iden, end.action))
          void session.push.dismiss(iden)
        }),
      )
      catchUp()
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      await last
    },
  }
}

/** A click on a push from another person opens its link; otherwise it opens the conversation. */
function noteOf(push: Push, target: Target | undefined, session: Session, server: string): Note & { address: string } {
  const { iden, title, body, url, items } = push
  const { emoji, words: labels } = drawnLabels(push.labels)
  const said = [
    [emoji, title].filter((text) => text).join(' '),
    items ? items.map((item) => item.text).join('\n') : body,
    url,
    fileWords(push),
    labels.join(', '),
  ]
  const words = said.filter((text) => text !== undefined && text !== '')
  const actions = push.actions?.filter(({ action }) => action !== 'broadcast') ?? []
  return {
    key: prefix + iden,
    title: senderOf(push, target, session),
    body: words.join('\n') || 'Sent you a push.',
    address: webAddress(push.url) ?? webAddress(push.file_url) ?? placeOf(target, session, server),
    ...(actions.length > 0 && { actions: actions.map(({ id = '', label }) => ({ key: id, label })) }),
    ...urgencyOf(push),
  }
}

function urgencyOf({ priority = priorities.usual }: Push): Pick<Note, 'urgency'> {
  if (priority < priorities.usual) return { urgency: 'low' }
  return priority === priorities.max ? { urgency: 'high' } : {}
}

function senderOf(push: Push, target: Target | undefined, session: Session): string {
  if (push.direction === 'incoming') return push.channel_iden || push.client_iden ? (target?.name ?? 'Waypost') : nameOf(push)
  const names = namesOf(session.mirror.of('devices').get().entries.values())
  return (push.source_device_iden && names.get(push.source_device_iden)) || 'Me'
}

const nameOf = ({ sender_name: name, sender_email: email }: Push) => name || email || 'Waypost'

/** The address of the conversation in the web client. */
function placeOf(target: Target | undefined, session: Session, server: string): string {
  if (!target) return `${server}/`
  return `${server}/#${session.target.sectionOf(target)}/${encodeURIComponent(target.key)}`
}

/** Returns an http(s) address; any other could start a program on this machine. */
export function webAddress(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
}
