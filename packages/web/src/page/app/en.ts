// What these screens say, in English.

import { copied } from '../../ui/words/en.ts'

export const installOffer = {
  install: 'Install',
  installed: 'Installed',
  chrome: 'Choose “Install Waypost” in the menu of the browser, or the icon at the end of the address bar.',
  android: 'Choose “Install” or “Add to Home screen” in the menu of the browser.',
  samsung: 'Press the menu of the browser, then “Add page to”, then “Home screen”.',
  firefox: 'Firefox on computers does not install pages. Waypost works in it all the same; Chrome and Edge install it.',
  safari: 'Choose “Add to Dock” in the File menu.',
}

export const installIos = {
  share: 'Press Share, in the bar of Safari.',
  add: 'Scroll down and press “Add to Home Screen”, then “Add”.',
  open: 'Open Waypost from your home screen and sign in there. Notifications come from there, too.',
}

export const reachHere = {
  allow: 'Allow notifications',
  reach: 'Notify me when Waypost is closed',
  stop: 'Only while Waypost is open',
  closed: 'Notifications are allowed in this browser, and they arrive while Waypost is closed.',
  open: 'Notifications are allowed in this browser. They arrive while Waypost is open.',
  ios: 'An iPhone or iPad shows notifications once Waypost is on its home screen:',
  denied:
    'Notifications are blocked for this page. To undo that, press the icon beside the address, open the permissions of this site, and allow notifications there. This page notices by itself.',
  missing: 'This browser has no notifications.',
  insecure: 'Browsers allow notifications only on addresses that begin with https. Ask the operator of this server.',
  service:
    'This browser could not reach its notification service, so notifications arrive only while Waypost is open. Some browsers have it switched off in their privacy settings.',
  failed: "Couldn't turn this on. Try again.",
}

export const appBackground = {
  version: 'New version',
  reload: 'Reload',
  copied: copied,
  notCopied: 'Copying failed. Open the menu of the message and copy it there.',
}
