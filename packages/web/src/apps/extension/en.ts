// What these screens say, in English.

import { params } from '../../ui/words/fill.ts'
import { loadingTheVersion } from '../en.ts'

export const browserExtension = {
  title: 'Browser extension',
  words:
    'It shows what arrives while no window of Waypost is open, and sends the page, link, picture or words that you are looking at. It speaks to this server only.',
  label: 'Kind of browser',
  chromium: 'Chrome, Edge and others',
  firefox: 'Firefox',
  here: 'You are reading this in such a browser.',
  notHere:
    'This browser takes no such extension: Safari and the browsers of phones do not. Open this page on a computer, in Chrome, Edge, Brave, Opera, Vivaldi, Chromium or Firefox.',
  none: 'This server does not offer the extension. Its operator can build it: npm run build',
  can: 'What it can do',
  cannot: 'What it cannot do',
  privacy: 'What it sends where, and what it keeps',
}

export const extensionWhat = {
  shows: 'Shows what arrives, with “Open”, “Reply” and “Dismiss”, once each, also what came while the browser was closed.',
  sends:
    'Sends the page, a link, a picture, marked words, a screenshot or files to a person or a device, from its popup or the menu.',
  opens: 'Opens links by itself that you send to this browser, if you switch that on.',
  phone: 'Shows the notifications and texts of your phone, and answers them.',
  counts: 'Counts what you have not read on its icon.',
  pages: 'Read the pages that you visit. It sees address and title of one tab, after a press on its icon, menu or shortcut.',
  clipboard: 'Watch what you copy.',
  closed: 'Show anything while the browser is closed. What you missed is shown at the next start.',
  others: 'Speak to anybody but this server: there is no other service behind it.',
}

export const extensionChromium = {
  unpack:
    'Download the extension, and unpack the file into a folder that stays where it is: the browser reads the extension from there at each start.',
  manage: 'Open this address, and switch on “Developer mode” there. It has to stay on.',
  others: 'In Edge the address is edge://extensions, in Brave brave://extensions, in Opera opera://extensions.',
  load: 'Press “Load unpacked” and choose the folder.',
  updating: 'Updating it',
  update:
    'Unpack the new file into the same folder, and press the round arrow of Waypost on the page with the extensions. You stay signed in.',
  managed: 'For many computers at once',
  managedWords:
    'The administrator of computers that are managed installs waypost-chromium.crx on all of them, with the policy ExtensionInstallForcelist.',
}

export const extensionFirefox = {
  signed: 'Install it. Firefox asks whether this site may install an extension: press “Continue to Installation”, then “Add”.',
  install: 'Install in Firefox',
  signedMore: 'Mozilla has signed it for this server. Firefox updates it by itself.',
  unsigned: 'Firefox installs for good only what Mozilla has signed. There are two ways without that:',
  untilClosed: 'Until Firefox closes',
  untilClosedWords: 'In every Firefox, to try it out.',
  debugging: 'Open this address, press “Load Temporary Add-on…”, and choose the file as it is.',
  forGood: 'For good',
  forGoodWords: 'In Firefox ESR, Developer Edition and Nightly. Other editions ignore the setting.',
  config:
    'Open about:config, look for this setting, and switch it to “false”. Firefox then takes extensions that nobody has signed.',
  addons: 'Open this address. Press the cog, then “Install Add-on From File…”, and choose the file as it is.',
  operator: 'The operator of this server can have it signed, so that every Firefox installs it.',
  updating: 'Updating it',
  update: 'Install the new file in the same way. You stay signed in.',
  file: 'Download the extension. Do not unpack it.',
}

export const extensionSteps = {
  store: 'Get it from the store',
  storeWords: 'From the store it is installed with one press, and updated by itself.',
  without: 'Without the store',
  download: params('Download {name}'),
  connect: 'Press the icon of Waypost in the toolbar, type the address of this server, and press “Sign in”:',
  pin: 'No icon? Press the piece of a puzzle in the toolbar, and the pin beside Waypost.',
  approve: 'A page of this server opens. Press “Continue” and “Connect” there.',
}

export const extensionCheck = {
  verify: 'Check that it arrived whole',
  verifyWords: 'Type this where the file is:',
}

export const extensionVersion = {
  version: params('Version {version} of the extension, for these browsers:'),
  loading: loadingTheVersion,
  failed: 'Version and checksums could not be loaded. The files can be downloaded all the same.',
}
