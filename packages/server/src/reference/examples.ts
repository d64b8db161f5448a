import type { Call } from '@waypost/protocol'
import { entriesOf } from '../http/call-fields.ts'

const iden = 'ujpah72o0sjAoRtnM0jc'

const credential = { id: 'kXbZ0q1dNnhrhYnB3l8m7A', rawId: 'kXbZ0q1dNnhrhYnB3l8m7A', type: 'public-key' }
const newPasskey = { ...credential, response: { clientDataJSON: 'eyJ0eXBlIjoi...', attestationObject: 'o2NmbXRk...' } }
const passkeyProof = {
  ...credential,
  response: { clientDataJSON: 'eyJ0eXBlIjoi...', authenticatorData: 'SZYN5YgO...', signature: 'MEUCIQDk...' },
}

const examples: Record<string, object> = {
  createPush: { type: 'note', title: 'Shopping', body: 'Milk, bread and a light bulb' },
  listPushes: { limit: 20, active: true, modified_after: 1_760_000_000.5 },
  clearHistory: { conversation: 'email:ana@example.org' },
  getHistory: { conversation: 'email:ana@example.org', created_before: 1_760_000_000.5, limit: 20 },
  getHistories: { conversations: ['self', 'email:ana@example.org'] },
  searchPushes: { q: 'harbour from:ana@example.org after:2026-03', zone: 60, limit: 20 },
  getLatestPushes: { conversations: ['self', 'email:ana@example.org'] },
  saveDraft: { conversation: 'email:ana@example.org', body: 'See you on', base: 1_760_000_000.5, writer: 'laptop-7f3a' },
  moveReadMarkers: { markers: [{ conversation: 'email:ana@example.org', read_to: 1_760_000_000.5 }] },
  markUnread: { conversation: 'email:ana@example.org', read_to: 1_760_000_000.5 },
  updatePush: { iden, dismissed: true },
  restorePush: { iden },
  createDevice: { nickname: 'Kitchen tablet', type: 'android', icon: 'tablet', has_sms: false },
  updateDevice: { iden, nickname: 'Old tablet' },
  subscribeWebPush: {
    device_iden: iden,
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
    p256dh: 'BE75xbdEItyJQDx_RzR0sqkBW-8AUmeqeYErIQDuWDIi19UM-j8dP9MDfzmbAB3ZvxfytUnbNhkIUcwiuNAgW9Y',
    auth: 'qOFRyDRVTgYhSzMDGvYwIw',
    app_guid: 'web-7f3a',
  },
  unsubscribeWebPush: { device_iden: iden },
  createChat: { email: 'ana@example.org' },
  updateChat: { iden, muted: true, pinned: true },
  createContact: { name: 'Ana Lima', email: 'ana@example.org' },
  updateContact: { iden, name: 'Ana de Lima' },
  createBlock: { email: 'mallory@example.org' },
  createChannel: { tag: 'village-news', name: 'Village news', description: 'What happens in our village', subscribe: true },
  updateChannel: { iden, description: 'What happened in our village' },
  getChannelInfo: { tag: 'village-news' },
  getChannelSummaries: { tags: 'village-news,port-ellery' },
  createSubscription: { channel_tag: 'village-news' },
  updateSubscription: { iden, pinned: true },
  createSource: { name: 'Backup of the server', default_priority: 3, keep_seconds: 2_592_000 },
  updateSource: { iden, keep_count: 1_000, muted: true },
  shareSource: { iden, email: 'ana@example.org' },
  tryWebhook: { iden, payload: '{"status":"done"}', webhook: { title: 'Backup: {{ status }}' } },
  createOutgoingWebhook: { name: 'Automation', url: 'https://automation.example.org/waypost', conversation: `source:${iden}` },
  updateOutgoingWebhook: { iden, paused: true },
  pressAction: { iden, action: '4tY0qLmZ1c' },
  createText: { data: { target_device_iden: iden, addresses: ['+15550100'], message: 'On my way' } },
  createTextV2: { data: { target_device_iden: iden, addresses: ['+15550100'], message: 'On my way' } },
  updateText: { iden, data: { status: 'sent' } },
  readPermanent: { key: `${iden}_threads` },
  getPermanent: { key: `${iden}_threads` },
  setPermanent: { key: 'my-program', data: { colour: 'teal' } },
  createEphemeral: {
    type: 'push',
    push: { type: 'clip', body: 'copied text', source_user_iden: 'ujpah72o0', source_device_iden: iden },
  },
  reportTyping: { email: 'ana@example.org' },
  setAppState: { guid: 'my-app-on-this-machine', awake: true },
  requestUpload: { file_name: 'garden.jpg', file_type: 'image/jpeg' },
  requestUploadByQuery: { file_name: 'garden.jpg', file_type: 'image/jpeg' },
  startUpload: { name: 'garden.mp4', size: 12_345_678, type: 'video/mp4' },
  checkFeed: { feed_url: 'https://blog.example.org/feed.xml' },
  createClient: { name: 'Lamp', redirect_uri: 'https://lamp.example.org/back', website_url: 'https://lamp.example.org' },
  updateClient: { iden, name: 'Lamp 2' },
  authorize: { client_id: 'W8Ca3iY0pZqC8xGdD1fVn2Ls', response_type: 'code', state: 'xyz' },
  exchangeCode: {
    grant_type: 'authorization_code',
    client_id: 'W8Ca3iY0pZqC8xGdD1fVn2Ls',
    client_secret: 'the secret of the client',
    code: 'the code that the browser brought',
  },
  getClientInfo: { client_id: 'W8Ca3iY0pZqC8xGdD1fVn2Ls' },
  authenticate: { type: 'local', access_token: 'what the provider handed out' },
  startDeviceSignIn: { name: 'media-server', type: 'linux' },
  finishDeviceSignIn: { device_code: 'the code that startDeviceSignIn answered' },
  findDeviceSignIn: { user_code: 'WDJB-MJHT' },
  answerDeviceSignIn: { user_code: 'WDJB-MJHT', approve: true },
  findPhoneSignIn: { iden },
  answerPhoneSignIn: { iden, approve: true },
  openPhoneSignIn: { secret: 'what the address carries after #', key: 'a secret that the phone made' },
  finishPhoneSignIn: { secret: 'what the address carries after #', key: 'a secret that the phone made' },
  addAccount: { type: 'local', access_token: 'what the provider handed out' },
  importTargets: { type: 'google', access_token: 'what the provider handed out' },
  localSignUp: { email: 'ana@example.org', password: 'correct horse battery', name: 'Ana Lima' },
  localSignIn: { email: 'ana@example.org', password: 'correct horse battery' },
  updateMe: { name: 'Ana de Lima' },
  changeEmail: { email: 'ana@example.net', password: 'correct horse battery' },
  checkEmailLink: { token: 'what the link carries after token=' },
  confirmEmail: { token: 'what the link carries after token=' },
  changePassword: { password: 'correct horse battery', new_password: 'lamp river seventeen' },
  forgotPassword: { email: 'ana@example.org' },
  checkResetLink: { token: 'what the link carries after reset=' },
  resetPassword: { token: 'what the link carries after reset=', password: 'lamp river seventeen' },
  checkSignUp: { token: 'what the link carries after confirm=' },
  confirmSignUp: { handle: 'the handle of the sign-up', code: '048213' },
  proveEmail: { code: '048213' },
  checkInvitation: { invite: 'what the link carries after invite=' },
  startPasskeySignUp: { email: 'ana@example.org', name: 'Ana Lima' },
  finishPasskeySignUp: { passkey: newPasskey },
  finishPasskeySignIn: { passkey: passkeyProof },
  createPasskey: { name: 'Phone', passkey: newPasskey },
  updatePasskey: { iden, name: 'Old phone' },
  setPassword: { new_password: 'lamp river seventeen' },
  elevate: { password: 'correct horse battery', code: '492039' },
  confirmCodes: { code: '492039' },
  adminRemoveFactors: { email: 'ana@example.org' },
  adminCreateResetLink: { email: 'ana@example.org' },
  autocompleteTargets: { query: 'an' },
  getEverything: { modified_after: 1_760_000_000.5 },
  sendErrorReport: { reply_to: 'ana@example.org', subject: 'A question', body: 'How do I add a device?' },
  unsubscribe: { token: 'the secret in the link of the email' },
  retryJobs: { type: 'mail' },
  updateReport: { iden, done: true },
  answerReport: { iden, body: 'Open the settings and choose Devices.' },
  listReports: { limit: 20 },
  createBackup: { files: true },
  setServerSettings: { server_name: 'The Grove', sign_up: 'invite', defaults: ['picture'] },
  adminSetReplyCount: { email: 'ana@example.org', reply_count: 0 },
  listPeople: { search: 'lima', order: 'last_seen' },
  deletePerson: { iden, email: 'ana@example.org' },
  adminBecome: { email: 'ana@example.org' },
  upgradePro: { token_id: 'tok_test_card', plan_id: 'yearly' },
  createPaypalTransaction: { plan: 'monthly' },
}

const values: Record<string, unknown> = { iden, id: iden, email: 'ana@example.org', limit: 20 }

/** An example request: the required fields of a call, and some optional ones. */
export function exampleOf(call: Call): Record<string, unknown> {
  const example = examples[call.name]
  if (example) return { ...example }
  const fields = fieldsOf(call).filter((field) => field in values && (field !== 'limit' || call.name.startsWith('list')))
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

/** The names of a call's input fields, in the order of their definition. */
export function fieldsOf({ takes }: Call): string[] {
  return Object.keys(entriesOf(takes))
}
