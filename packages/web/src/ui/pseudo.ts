// Makes the pseudo-language, which shows untranslated texts and texts that do not fit.

const accents: Record<string, string> = {
  a: 'å',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ö',
  p: 'þ',
  q: 'ǫ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ö',
  P: 'Þ',
  Q: 'Ǫ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
}

/** Accents all letters and makes the text 40 % longer, to find texts that are not translated or do not fit. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\})/)
  const written = parts.map((part, index) => (index % 2 ? part : part.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter)))
  const letters = parts.filter((_, index) => index % 2 === 0).join('').length
  // Adds words, as longer languages have more words rather than an endless one.
  const more = '~'.repeat(Math.ceil(letters * 0.4)).replace(/~{7}(?=~)/g, '$& ')
  return `[${written.join('')}${more}]`
}
