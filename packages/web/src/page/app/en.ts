import { copied } from '../../ui/words/en.ts'

export const installOffer = {
  install: 'Install',
  installed: 'Installed',
  chrome: 'Choose “Install Waypost” in the browser menu, or the icon at the end of the address bar.',
  android: 'Choose “Install” or “Add to Home screen” in the browser menu.',
  samsung: 'Press the browser menu, then “Add page to”, then “Home screen”.',
  firefox: 'Firefox on computers can’t install web apps. Waypost still works in it; Chrome and Edge can install it.',
  safari: 'Choose “Add to Dock” in the File menu.',
}

export const installIos = {
  share: 'Press Share in Safari’s toolbar.',
  add: 'Scroll down and press “Add to Home Screen”, then “Add”.',
  open: 'Open Waypost from your Home Screen and sign in. Notifications arrive there too.',
}

export const reachHere = {
  allow: 'Allow notifications',
  reach: 'Notify me when Waypost is closed',
  stop: 'Notify me only while Waypost is open',
  closed: 'Notifications are on, even while Waypost is closed.',
  open: 'Notifications are on while Waypost is open.',
  ios: 'To get notifications on iPhone or iPad, add Waypost to your Home Screen:',
  denied:
    'Notifications are blocked for this site. To allow them, press the icon next to the address and change this site’s permissions. This page updates automatically.',
  missing: 'This browser doesn’t support notifications.',
  insecure: 'Notifications need an https address. Ask this server’s operator to set one up.',
  service:
    'Couldn’t reach this browser’s notification service, so you get notifications only while Waypost is open. It may be turned off in the browser’s privacy settings.',
  failed: 'Couldn’t turn on notifications. Try again.',
}

export const appBackground = {
  version: 'New version',
  reload: 'Reload',
  copied: copied,
  notCopied: 'Couldn’t copy. Copy it from the message’s menu.',
}
