/** What the window that opened the consent page is told, where the app has no redirect_uri. */
export interface Told {
  type: 'waypost-authorize'
  code?: string
  error?: 'access_denied'
  state?: string
}
