const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'

/** Accents all letters and makes the text 40 % longer, to find texts that are not translated or do not fit. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\})/)
  const written = parts.map((part, index) =>
    index % 2 ? part : part.replace(/[a-z]/gi, (letter) => accented.charAt(letters.indexOf(letter))),
  )
  const length = parts.filter((_, index) => index % 2 === 0).join('').length
  // Adds words, as longer languages have more words rather than an endless one.
  const more = '~'.repeat(Math.ceil(length * 0.4)).replace(/~{7}(?=~)/g, '$& ')
  return `[${written.join('')}${more}]`
}
