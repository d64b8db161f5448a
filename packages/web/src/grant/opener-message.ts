/** The message to the opener, for apps without redirect_uri. */
export interface OpenerMessage {
  type: 'waypost-authorize'
  code?: string
  error?: 'access_denied'
  state?: string
}
