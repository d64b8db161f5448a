// Decides whether two devices of one phone report the same text, so people are notified of it once.

/** Seconds by which the stamps of one text may differ: one comes from the network, the other from the phone. */
const mostApart = 120
/** How many trailing digits identify a number: its national and international forms share them. */
const tellingDigits = 9
/** How many UTF-16 units of a text and its sender are compared: reports are cut, at different lengths. */
const compared = { body: 200, address: 100 }
/** Per account or window. */
const mostRemembered = 100

/** The key by which a phone number or sender name is compared. */
export function phoneNumberKey(address: string): string {
  const digits = address.replace(/\D/g, '')
  // Names such as DHL have few digits or none.
  if (digits.length < 3 || /\p{L}/u.test(address)) return address.trim().toLowerCase()
  return digits.slice(-tellingDigits)
}

/** A text that a device has received. */
export interface ReceivedText {
  device: string
  address: string
  body: string
  /** Seconds since 1970. */
  timestamp: number
}

type Compared = Omit<ReceivedText, 'device'>

/** Whether two texts are the same: from the same number, with the same words, within two minutes. */
export const isSameText = (one: Compared, other: Compared): boolean => isSame(keyed(one), keyed(other))

/** The compared part of a text, copied so the whole long text is not kept in memory. */
interface Keyed {
  words: string
  timestamp: number
}

const keyed = ({ address, body, timestamp }: Compared): Keyed => ({
  words: JSON.stringify([phoneNumberKey(address.slice(0, compared.address)), body.trim().slice(0, compared.body)]),
  timestamp,
})

const isSame = (one: Keyed, other: Keyed) => Math.abs(one.timestamp - other.timestamp) <= mostApart && one.words === other.words

/** The texts that people were recently notified of. The oldest are evicted first. */
export class ToldTexts {
  #told: (Keyed & { device: string })[] = []

  /**
   * Remembers a text.
   * @param other the other device of the same phone, if there is one
   * @returns whether that device has reported it before; each of its reports matches only one
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
