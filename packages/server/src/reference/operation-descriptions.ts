// Describes the fields of the calls by which administrators run the server.

/** Descriptions of fields by name, like those of `descriptions.ts`. */
export const operationDescriptions: Record<string, string> = {
  server_name: 'The name of the server, as pages and emails show it.',
  picture: 'The picture of the server: a data URL of a PNG, JPEG or WebP picture of at most 96 kB.',
  'ServerSettings.picture': 'The picture of the server: the URL, or `null` for the logo.',
  'setServerSettings.sign_up': 'Who may create an account: `open` everybody, `invite` people who were invited, `closed` no one.',
  'ServerSettings.sign_up': 'Who may create an account: `open` everybody, `invite` people who were invited, `closed` no one.',
  'getServer.sign_up': 'Who may create an account: `open` everybody, `invite` people who were invited, `closed` no one.',
  'getServer.name': 'The name of the server.',
  picture_url: 'URL of the picture of the server, if it has one.',
  plans: '`off`: every account has what Pro gives, and nothing is sold. It cannot be switched off while subscriptions renew.',
  plans_off: 'Whether this server has no plans, so that every account has what Pro gives.',
  free_storage: 'Bytes that a free account may store.',
  pro_storage: 'Bytes that an account with Pro may store; `null`: as much as the disk holds.',
  paying: 'Number of accounts whose paid plan renews.',
  defaults: 'Settings to return to their defaults.',
  value: 'The value that holds.',
  usual: 'The default.',
  source: 'Where the value comes from.',
  variable: 'The environment variable that sets the value. Administrators cannot change it.',
}
