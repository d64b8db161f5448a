import { params } from '../../ui/words/fill.ts'
import { loadingTheVersion } from '../en.ts'

export const browserExtension = {
  title: 'Browser extension',
  words:
    'Shows what arrives while no Waypost window is open, and sends the page, link, picture or text you’re looking at. It connects only to this server.',
  label: 'Browser',
  chromium: 'Chrome, Edge and others',
  firefox: 'Firefox',
  here: 'You’re using one of these browsers now.',
  notHere:
    'This browser can’t use the extension; neither can Safari or browsers on phones. Open this page on a computer in Chrome, Edge, Brave, Opera, Vivaldi, Chromium or Firefox.',
  none: 'This server doesn’t offer the extension. Its operator can build it: npm run build',
  can: 'What it can do',
  cannot: 'What it can’t do',
  privacy: 'What it sends and stores',
}

export const extensionWhat = {
  shows: 'Show what arrives, once, with “Open”, “Reply” and “Dismiss”, including what came while the browser was closed.',
  sends:
    'Send the page, a link, a picture, selected text, a screenshot or files to a person or device, from its popup or the menu.',
  opens: 'Open links that you send to this browser, if you turn that on.',
  phone: 'Show your phone’s notifications and texts, and reply to them.',
  counts: 'Count unread messages on its icon.',
  pages: 'Read the pages you visit. It sees the address and title of one tab, only after you press its icon, menu or shortcut.',
  clipboard: 'Watch what you copy.',
  closed: 'Show anything while the browser is closed. You see what you missed the next time it starts.',
  others: 'Talk to any server but this one.',
}

export const extensionChromium = {
  unpack: 'Download the extension and unpack it into a folder you’ll keep: the browser loads it from there at every start.',
  manage: 'Open this address and turn on “Developer mode”. Leave it on.',
  others: 'In Edge, use edge://extensions; in Brave, brave://extensions; in Opera, opera://extensions.',
  load: 'Press “Load unpacked” and choose the folder.',
  updating: 'To update',
  update:
    'Unpack the new file into the same folder, then press Waypost’s reload arrow on the extensions page. You stay signed in.',
  managed: 'For managed computers',
  managedWords: 'Administrators can install waypost-chromium.crx on many computers with the ExtensionInstallForcelist policy.',
}

export const extensionFirefox = {
  signed: 'Install it. When Firefox asks whether to allow this site, press “Continue to Installation”, then “Add”.',
  install: 'Install in Firefox',
  signedMore: 'Signed by Mozilla for this server. Firefox updates it automatically.',
  unsigned: 'Firefox keeps only extensions signed by Mozilla. Until this one is signed, you have two options:',
  untilClosed: 'Until Firefox closes',
  untilClosedWords: 'In any Firefox, to try it out.',
  debugging: 'Open this address, press “Load Temporary Add-on…” and choose the file as it is.',
  forGood: 'Permanently',
  forGoodWords: 'In Firefox ESR, Developer Edition and Nightly. Other editions ignore this setting.',
  config: 'Open about:config, find this setting and change it to “false”. Firefox then accepts unsigned extensions.',
  addons: 'Open this address, press the gear, then “Install Add-on From File…”, and choose the file as it is.',
  operator: 'The operator of this server can have it signed, so that it installs in any Firefox.',
  updating: 'To update',
  update: 'Install the new file the same way. You stay signed in.',
  file: 'Download the extension. Don’t unpack it.',
}

export const extensionSteps = {
  store: 'Get it from the store',
  storeWords: 'It installs in one step and updates automatically.',
  without: 'Without the store',
  download: params('Download {name}'),
  connect: 'Press the Waypost icon in the toolbar, enter this server’s address and press “Sign in”:',
  pin: 'No icon? Press the puzzle piece in the toolbar, then the pin next to Waypost.',
  approve: 'A page of this server opens. Press “Continue”, then “Connect”.',
}

export const extensionCheck = {
  verify: 'Verify the download',
  verifyWords: 'Run this where you saved the file:',
}

export const extensionVersion = {
  version: params('Version {version} of the extension, for these browsers:'),
  loading: loadingTheVersion,
  failed: 'Couldn’t load the version and checksums. You can still download the files.',
}
