/** The minimum length of a message to support, in characters. */
export const leastMessage = 50

interface Message {
  name: string
  email: string
  text: string
}

export type Wrong = 'email' | 'text'

/** The invalid fields of a message, in the order of the form. */
export function wrongIn({ email, text }: Message): Wrong[] {
  const wrong: Wrong[] = []
  if (!/^\S+@\S+$/.test(email.trim())) wrong.push('email')
  if (text.trim().length < leastMessage) wrong.push('text')
  return wrong
}

/** Whether the error of a too short message stays while typing: until it is longer than the minimum. */
export const stillShort = (text: string): boolean => text.trim().length <= leastMessage

/** The sender in the subject of the email: the name, or the email address. */
export const signedBy = ({ name, email }: Message): string => (name.trim() || email.trim()).slice(0, 200)
