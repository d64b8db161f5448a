// What these screens say, in English.

export const passkeys = {
  known: 'This device has a passkey for the account already.',
  other: 'The browser could not use a passkey. Try again, or use another way.',
}
