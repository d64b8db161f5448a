/** The least characters of a message to support. */
export const leastMessage = 50

export interface Message {
  name: string
  email: string
  text: string
}

export type Wrong = 'email' | 'text'

/** What keeps a message from being sent, from the top. An answer needs somewhere to go. */
export function wrongIn({ email, text }: Message): Wrong[] {
  const wrong: Wrong[] = []
  if (!/^\S+@\S+$/.test(email.trim())) wrong.push('email')
  if (text.trim().length < leastMessage) wrong.push('text')
  return wrong
}

/** Whether what was said to be too short still is, while somebody goes on writing. It has to pass the least for that to go. */
export const stillShort = (text: string): boolean => text.trim().length <= leastMessage

/** A name, or who else it comes from, in the subject of the mail. */
export const signedBy = ({ name, email }: Message): string => (name.trim() || email.trim()).slice(0, 200)
