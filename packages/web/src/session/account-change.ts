import { $focused } from '../browser/attention.ts'
import { currentAddress, reloadAt } from '../browser/location.ts'
import { leaveNote, onSettingChanged, takeNote } from '../browser/storage.ts'
import { showBanner } from '../ui/feedback/feedback.ts'
import { i18n } from '../ui/language.ts'
import { isAccountSetting, isLeaving, signedIn } from './account.ts'
import { accountChange } from './en.ts'

const messages = i18n('account-change', accountChange)

/**
 * Reloads the page with a notice when another window of this browser signs out or signs in to another account.
 * @param shows whether the open page shows data of the account
 * @param startsOver whether the page's address belongs to the previous account, so that it must reload at `/`
 */
export function watchAccount({ shows, startsOver }: { shows(): boolean; startsOver(): boolean }): void {
  const account = signedIn()?.iden
  const look = () => {
    const now = signedIn()?.iden
    if (now === account || !shows() || isLeaving()) return
    if (account !== undefined) leaveNote(now === undefined ? 'signed-out' : 'switched')
    reloadAt(account !== undefined && now !== undefined && startsOver() ? '/' : currentAddress())
  }
  onSettingChanged((key) => isAccountSetting(key) && look())
  // A window that the browser suspended got no events.
  $focused.listen((watched) => watched && look())
}

/** Shows the notice that the page left before its reload. */
export function tellAccountChange(): void {
  const t = messages.get()
  const note = takeNote()
  const email = signedIn()?.email
  if (note === 'switched' && email) showBanner({ title: t.switched({ email }), body: t.switchedBody })
  if (note === 'signed-out') showBanner({ title: t.signedOut, body: t.signedOutBody })
}

/** Shows that the session of this browser has ended. */
export function tellSessionEnded(): void {
  const t = messages.get()
  showBanner({ title: t.ended, body: t.endedBody })
}
