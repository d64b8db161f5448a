import { signInTitle } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const headerWords = {
  homeLink: params('{name}, home'),
  signIn: signInTitle,
  signOut: 'Sign Out',
  myAccount: 'My Account',
  invite: 'Invite Friends',
  admin: 'Administration',
  account: params('Account: {name}'),
  menu: 'Menu',
  back: 'Back',
  pro: 'Pro',
  proLong: 'This account has Pro',
}

export const links = {
  navigation: 'Pages',
  home: 'Home',
  apps: 'Apps',
  channels: 'Channels',
  blog: 'Blog',
  pro: 'Pro',
  api: 'API',
  help: 'Help',
  android: 'Android app',
  press: 'Press',
  about: 'About Us',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  support: 'Support',
  elsewhere: 'Elsewhere',
}
