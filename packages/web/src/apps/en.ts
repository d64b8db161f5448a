import { addADevice, download, signInAPhone, tryAgain } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const loadingTheVersion = 'Loading the version…'
export const addAnAndroidPhone = 'Add an Android phone'

export const apps = {
  title: 'Apps',
  lead: 'Waypost on everything you use, all from this server.',
  companion: 'Companion for computers, servers and Android',
  companionWords:
    'A command-line program that turns a machine into one of your devices. It sends and receives, shows notifications, shares the folders you choose, and connects a phone’s texts.',
  stores: 'From an app store',
  script: 'From your own scripts',
  scriptWords: 'A push takes one line and an access token, which you create in',
  account: 'your account settings',
  reference: 'The API reference',
  referenceMore: 'lists every call.',
}

export const appsInstall = {
  title: 'Install as an app',
  words:
    'Waypost gets its own window and icon, on phones and computers. It opens offline and notifies you while it’s closed. Nothing else to download.',
  elsewhere: 'In other browsers',
  chrome: 'Chrome and Edge: choose “Install Waypost” in the menu, or the icon at the end of the address bar.',
  android: 'Firefox on Android: choose “Install” in the menu.',
  ios: 'iPhone and iPad: press Share, then “Add to Home Screen”.',
  mac: 'Safari on a Mac: choose “Add to Dock” in the File menu.',
}

export const sharingOnIos = {
  words: 'On iPhone and iPad, a shortcut lets you share to Waypost from any app.',
  link: 'Set up sharing on iPhone and iPad',
}

export const appsFiles = {
  loading: loadingTheVersion,
  failed: 'Couldn’t load the version. Check your connection and try again.',
  retry: tryAgain,
  version: params('Version {version}'),
}

export const companionTabs = {
  label: 'Type of machine',
  linux: 'Linux',
  mac: 'macOS',
  windows: 'Windows',
  server: 'Server',
  android: 'Android',
  scan: 'Scan this with your phone to open this page there and copy the commands.',
  code: params('QR code of {address}'),
}

export const companionSteps = {
  node: 'You need Node.js 20.9 or later. Check which version you have:',
  getNode: 'Don’t have it? Install it with your system’s package manager, or from',
  install: 'Install the companion. It goes into your own folders and doesn’t need administrator rights.',
  file: 'Without npm: a single file',
  fileWords: 'The program is a single file that runs on Node.js. These commands put it where your shell finds programs.',
  fileWindows: 'The program is a single file that runs on Node.js. Run these commands in PowerShell.',
  verify: 'Verify the download:',
  path: '“waypost” not found?',
  pathWords: 'Add its folder to your PATH, for now and for your next sign-in:',
  signIn: 'Sign in. Your browser opens and brings you back when you’re done.',
  code: 'Sign in. A server has no browser, so it shows a code to enter on any device that has one.',
  run: 'Start it, now and at every sign-in. It shows what arrives. “waypost settings” lists what else it can do.',
  linger:
    'Start it, and keep it running while no one is signed in. “waypost settings” lists what it can do, such as sharing folders.',
  termux: 'Install these three apps from F-Droid. The versions on Google Play are too old.',
  termuxNode: 'Open Termux and install what the companion needs:',
  termuxInstall: 'Install the companion:',
  termuxRun: 'Turn on texting through this phone, and start the companion. Android asks for permissions the first time.',
  onlyHere: params(
    'Other devices can’t reach {origin}, because that address means “this computer”. Open this page at your server’s network address.',
  ),
}

export const fileList = { download: download, sum: 'SHA-256' }

export const newDevice = {
  title: addADevice,
  phone: 'A phone or tablet needs no app: its browser is enough.',
  signInPhone: signInAPhone,
  android: 'Android phone',
  androidLead: 'Get its texts and notifications on all your devices, through a free app.',
  androidAdd: addAnAndroidPhone,
  here: 'This browser',
  hereLead: 'Installed as an app, this page becomes one of your devices and notifies you while it’s closed.',
  extension: 'The browser extension shows what arrives even with no Waypost page open, and sends the page you’re looking at.',
  getExtension: 'Get the extension',
  lead: 'Turn a computer or server into a device with the companion, a command-line program. Run these commands there.',
  waiting: 'Waiting for the device. It appears here automatically.',
  connected: 'Connected',
}

export const storeLinks = { title: 'Or get an app for' }
