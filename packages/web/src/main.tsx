import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { isAccountSetting, signedIn } from './account/session.ts'
import { onSettingChanged, watchHistory } from './browser.ts'
import { pageOf } from './route.ts'
import './ui/base.css'

watchHistory()
// Signing out or in concerns every window of this browser that shows an account.
const account = signedIn()?.iden
onSettingChanged((key) => {
  if (isAccountSetting(key) && signedIn()?.iden !== account && pageOf(location.pathname) === 'main') location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app.')
createRoot(root).render(
  <StrictMode>
    <App path={location.pathname} hash={location.hash} />
  </StrictMode>,
)
