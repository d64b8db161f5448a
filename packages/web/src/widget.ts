// Starts the widget: `/widget.html`, a small page for frames on other sites, built separately.

import './ui/base.css'
import { currentHash, onHashChanged, reload } from './browser/location.ts'
import { markStill } from './browser/still.ts'
import { onSettingChanged } from './browser/storage.ts'
import { openWidget } from './channel/widget/widget.ts'
import { callsOf, isAccountSetting, signedIn } from './session/account.ts'

markStill()

const place = document.getElementById('widget')
if (!place) throw new Error('The page has no place for the widget.')
const widget = openWidget(place, currentHash(), () => {
  const account = signedIn()
  return { calls: callsOf(account?.api_key ?? ''), member: account !== undefined }
})
// The framing page configures the widget through the hash.
onHashChanged(reload)
onSettingChanged((key) => isAccountSetting(key) && widget.look())
