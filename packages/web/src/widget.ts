// Starts the widget: `/widget.html`, a small page for frames of other sites, built separately.

import './ui/base.css'
import { callsOf, isAccountSetting, signedIn } from './account/session.ts'
import { currentHash, onHashChanged, reload } from './browser/location.ts'
import { onSettingChanged } from './browser/storage.ts'
import { openWidget } from './channel/widget/widget.ts'

const place = document.getElementById('widget')
if (!place) throw new Error('The page has no place for the widget.')
const widget = openWidget(place, currentHash(), () => {
  const account = signedIn()
  return { calls: callsOf(account?.api_key ?? ''), member: account !== undefined }
})
// The framing page configures the widget by the hash.
onHashChanged(reload)
onSettingChanged((key) => isAccountSetting(key) && widget.look())
