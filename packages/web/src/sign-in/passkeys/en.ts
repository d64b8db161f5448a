export const passkeys = {
  known: 'This device already has a passkey for this account.',
  other: 'Couldn’t use a passkey. Try again, or sign in another way.',
}
