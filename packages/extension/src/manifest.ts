export type BrowserKind = 'chromium' | 'firefox'

/** In pixels. Browsers pick the nearest size, for toolbars, lists, notifications and stores. */
export const iconSizes = [16, 32, 48, 128] as const

const icons = Object.fromEntries(iconSizes.map((size) => [size, `icons/icon-${size}.png`]))

/** Identifies the extension in Firefox. */
export const geckoId = 'waypost@waypost.example'

/** The manifest for one browser. */
export const manifest = (browser: BrowserKind, version: string) => ({
  manifest_version: 3,
  name: 'Waypost',
  description: 'Pushes between this browser, your devices and other people, through your own server.',
  version,
  icons,
  action: { default_popup: 'popup.html', default_title: 'Waypost', default_icon: icons },
  options_ui: { page: 'options.html', open_in_tab: true },
  // No host permissions: the server answers every origin and authenticates by header. So at installation people are only asked about
  // notifications.
  permissions: [
    // Address and title of one tab, after a press on the icon, menu or shortcut. `tabs` would warn "read your browsing history".
    'activeTab',
    // Starts the background again when the browser has stopped it.
    'alarms',
    'contextMenus',
    'notifications',
    // Reads the selected text in the tab that `activeTab` grants, for the popup.
    'scripting',
    'storage',
  ],
  omnibox: { keyword: 'wp' },
  commands: {
    _execute_action: { suggested_key: { default: 'Alt+Shift+W' } },
    'push-page': { suggested_key: { default: 'Alt+Shift+P' }, description: 'Push this page to your devices' },
  },
  // Normal and private windows share one background: with one each, a private window would show every notification twice.
  incognito: 'spanning',
  ...(browser === 'firefox' ? ofFirefox : ofChromium),
})

/**
 * Gives the extension the same id, and so the same storage, wherever it is loaded from: `efhmhjbejgmmeejcifahgmglppokebha`. Nobody has the
 * private half of this key. The store assigns its own id.
 */
const key =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5gRWGbMdBXNJgYfMOHU2ENrMNSUMsg07isXfWtpsrHjPn2f+2WwU1XSPVqxs9JGeTKA7Ag32XkAC8+tUMeOQBnzTdDE4BJ3QbgF8M+szNrtrCPgT1edKgnyOQc0dzFvGlwjbv1NrlruaMLwQCri4zVabp4Km/zBOTFbs6TR8ApOo5ycYRTeJ5D0kVPvD8i4wWO9fueOtbqYkuiFNpqyfIlAb0fBZ0acW9mqpH5tvQuGwfclcMRepFEwzWTy3YAIJ6wm4ICapoJiebKvWAslwA3RnVjWO6QDcLKPRiE17eJqjzTDBXliLLcvla9soVK9i6WUs0XaQZBOxlaDZAAEEbQIDAQAB'

const ofChromium = {
  key,
  optional_permissions: [
    // Suppresses notifications while the screen is locked.
    'idle',
    // A notification button copies the code in an SMS; the background has no clipboard of its own.
    'clipboardWrite',
    'offscreen',
  ],
  background: { service_worker: 'background.js', type: 'module' },
  // For light-dark() in the styles. Alarms of 30 s exist since 120.
  minimum_chrome_version: '123',
}

const ofFirefox = {
  // A click on its notification copies the code in an SMS.
  optional_permissions: ['clipboardWrite'],
  background: { scripts: ['background.js'], type: 'module' },
  // Firefox's default has `upgrade-insecure-requests`, which makes servers without HTTPS unreachable.
  content_security_policy: { extension_pages: "script-src 'self'; object-src 'none'" },
  browser_specific_settings: {
    gecko: {
      id: geckoId,
      strict_min_version: '142.0',
      data_collection_permissions: { required: ['personalCommunications', 'websiteContent'] },
    },
  },
}
