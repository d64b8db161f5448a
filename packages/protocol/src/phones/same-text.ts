// Decides whether two devices that are one phone report the same text, so that people are told of it once.

/** Seconds that the stamps of one text may differ by: one comes from the network, the other from the phone. */
const mostApart = 120
/** Digits at the end that tell a number: its national and its international form agree in them. */
const tellingDigits = 9
/** UTF-16 units of a text and of its sender that are compared: reports are cut, at different lengths. */
const compared = { body: 200, address: 100 }
/** Texts that are remembered at once, for an account or a window. */
const mostRemembered = 100

/** What a phone number or the name of a sender is compared by. */
export function phoneNumberKey(address: string): string {
  const digits = address.replace(/\D/g, '')
  // Names such as DHL have none, or few.
  if (digits.length < 3 || /\p{L}/u.test(address)) return address.trim().toLowerCase()
  return digits.slice(-tellingDigits)
}

/** A text that a device has received. */
export interface ReceivedText {
  device: string
  /** Of its sender. */
  address: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
}

type Compared = Omit<ReceivedText, 'device'>

/** Whether two texts are the same one: from the same number, with the same words, within two minutes. */
export const isSameText = (one: Compared, other: Compared): boolean => isSame(keyed(one), keyed(other))

/** What is compared of a text: a string of its own, so that none of a long text is kept. */
interface Keyed {
  words: string
  timestamp: number
}

const keyed = ({ address, body, timestamp }: Compared): Keyed => ({
  words: JSON.stringify([phoneNumberKey(address.slice(0, compared.address)), body.trim().slice(0, compared.body)]),
  timestamp,
})

const isSame = (one: Keyed, other: Keyed) => Math.abs(one.timestamp - other.timestamp) <= mostApart && one.words === other.words

/** The texts that people were told of lately. The eldest are forgotten first. */
export class ToldTexts {
  #told: (Keyed & { device: string })[] = []

  /**
   * Remembers a text. @param other the device that is the same phone, if there is one
   * @returns whether that device has told of it before; each text of it answers for one
   */
  isAgain({ device, ...text }: ReceivedText, other: string | undefined): boolean {
    const own = keyed(text)
    const at = this.#told.findIndex((told) => told.device === other && isSame(told, own))
    if (at >= 0) {
      this.#told.splice(at, 1)
      return true
    }
    this.#told = [...this.#told.slice(1 - mostRemembered), { ...own, device }]
    return false
  }
}
