const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'

/** Accents all letters and makes the text 40 % longer, to find texts that are untranslated or don't fit. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\})/)
  const written = parts.map((part, index) =>
    index % 2 ? part : part.replace(/[a-z]/gi, (letter) => accented.charAt(letters.indexOf(letter))),
  )
  const length = parts.filter((_, index) => index % 2 === 0).join('').length
  // Adds words, since longer languages have more words rather than one endless word.
  const more = '~'.repeat(Math.ceil(length * 0.4)).replace(/~{7}(?=~)/g, '$& ')
  return `[${written.join('')}${more}]`
}
