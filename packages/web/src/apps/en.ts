// What these screens say, in English.

import { addADevice, download, signInAPhone, tryAgain } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const loadingTheVersion = 'Loading the version'
export const addAnAndroidPhone = 'Add an Android phone'

export const apps = {
  title: 'Apps',
  lead: 'Waypost on everything that you use. All of it comes from this server.',
  companion: 'Companion for computers, servers and Android',
  companionWords:
    'A program for the command line that makes a machine one of your devices: it sends and receives, shows notifications, shares the folders that you choose, and lets texts go through a phone.',
  stores: 'From a store',
  script: 'From your own scripts',
  scriptWords: 'A push needs one line and an access token, which you make in',
  account: 'your account settings',
  reference: 'The API reference',
  referenceMore: 'shows every call.',
}

export const appsInstall = {
  title: 'This page as an app',
  words:
    'It gets a window and an icon of its own, on phones and computers alike, opens without a network, and shows what arrives while it is closed. Nothing else has to be downloaded.',
  elsewhere: 'In other browsers',
  chrome: 'Chrome and Edge: choose “Install Waypost” in the menu, or the icon at the end of the address bar.',
  android: 'Firefox on Android: choose “Install” in the menu.',
  ios: 'iPhone and iPad: press Share, then “Add to Home Screen”.',
  mac: 'Safari on a Mac: choose “Add to Dock” in the File menu.',
}

export const sharingOnIos = {
  words: 'On an iPhone or iPad, a shortcut shares to Waypost from every app.',
  link: 'Set up sharing on iPhone and iPad',
}

export const appsFiles = {
  loading: loadingTheVersion,
  failed: 'Couldn’t load which version this server offers. Check your connection and try again.',
  retry: tryAgain,
  version: params('Version {version}'),
}

export const companionTabs = {
  label: 'Kind of machine',
  linux: 'Linux',
  mac: 'macOS',
  windows: 'Windows',
  server: 'Server',
  android: 'Android',
  scan: 'Scan this with the phone: it opens this page there, so that you can copy the lines.',
  code: params('QR code of {address}'),
}

export const companionSteps = {
  node: 'You need Node.js 20.9 or newer. This says which one is there:',
  getNode: 'None there? Take it from the packages of your system, or from',
  install: 'Install the companion. It goes into your own folders and needs no administrator.',
  file: 'Without npm: a single file',
  fileWords: 'The whole program is one file, which Node.js runs. These lines put it where your shell looks for programs.',
  fileWindows: 'The whole program is one file, which Node.js runs. Type these lines into PowerShell.',
  verify: 'Check that it arrived whole:',
  path: 'Shell does not find “waypost”?',
  pathWords: 'Add the folder to where it looks, now and from the next sign-in on:',
  signIn: 'Sign in. Your browser opens, and the sign-in comes back by itself.',
  code: 'Sign in. A server has no browser: it shows a code, which you type on any device that has one.',
  run: 'Let it run, now and whenever you are signed in there. It shows what arrives. “waypost settings” says what else it can do.',
  linger: 'Let it run, even while no one is signed in there. “waypost settings” lists what it can do, such as sharing folders.',
  termux: 'Install these three apps from F-Droid. The ones on Google Play are too old.',
  termuxNode: 'Open Termux and install what the companion needs:',
  termuxInstall: 'Install the companion:',
  termuxRun: 'Let texts go through this phone, and let the companion run. Android asks for permissions the first time.',
  onlyHere: params(
    'Other devices can’t reach {origin}: that address means “this computer”. Open this page at the address that your server has in the network.',
  ),
}

export const fileList = { download: download, sum: 'SHA-256' }

export const newDevice = {
  title: addADevice,
  phone: 'A phone or tablet needs no program: its browser is enough.',
  signInPhone: signInAPhone,
  android: 'Android phone',
  androidLead: 'Its texts and notifications on all of your devices, through a free app that exists already.',
  androidAdd: addAnAndroidPhone,
  here: 'This browser',
  hereLead: 'Installed as an app, this page is a device of yours, and shows what arrives while it is closed.',
  extension: 'An extension of this browser shows what arrives without any page of Waypost, and sends what you are looking at.',
  getExtension: 'Get the extension',
  lead: 'A computer or a server becomes a device through the companion, a program for the command line. Type these lines there.',
  waiting: 'Waiting for the device. It appears here by itself.',
  connected: 'Connected',
}

export const storeLinks = { title: 'Or get an app for' }
