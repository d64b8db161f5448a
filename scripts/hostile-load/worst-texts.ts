// Texts that are known to slow programs down, each as long as its field allows.

/** A text of exactly `length` UTF-16 units, made of repetitions of `unit`. */
export const filled = (unit: string, length: number): string =>
  unit.repeat(Math.max(0, Math.ceil(length / unit.length))).slice(0, Math.max(0, length))

function distinctWords(length: number): string {
  let text = ''
  for (let index = 0; text.length < length; index++) text += `${index.toString(36)}w `
  return text.slice(0, length)
}

const between = (edge: string, unit: string) => (length: number) => `${edge}${filled(unit, length - 2 * edge.length)}${edge}`

/** Builds a text of a given length, by name. */
export const worstTexts: Record<string, (length: number) => string> = {
  letters: (length) => filled('x', length),
  spaces: (length) => filled(' ', length),
  'spaces within': between('x', ' '),
  'blank lines within': between('x', '\n \n'),
  'repeated words': (length) => filled('lorem ', length),
  'distinct words': distinctWords,
  'long words': (length) => filled(`${'lorem'.repeat(60)} `, length),
  'combining marks': (length) => `a${filled('\u0301', length - 1)}`,
  'combining marks out of order': (length) => `a${filled('\u0301\u0316\u0327\u05b0', length - 1)}`,
  'words of combining marks': (length) => filled('a\u0301\u0316\u0327 ', length),
  'letters that unfold': (length) => filled('\ufdfa', length),
  'capitals that grow': (length) => filled('\u0130\ufb03', length),
  'families of emoji': (length) => filled('\u{1f469}\u200d\u{1f469}\u200d\u{1f467} ', length),
  'lone surrogates': (length) => filled('\ud800', length),
  'no spaces, many signs': (length) => filled('a-b_c.', length),
  'right to left': (length) => filled('\u202e\u05d0', length),
  quotes: (length) => filled('"', length),
  phrases: (length) => filled('"lorem lorem lorem" ', length),
  'a long phrase': (length) => `"${filled('lorem ', length - 2)}"`,
  filters: (length) => filled('from:a ', length),
  'other filters': (length) => filled('in:"lorem a" ', length),
  exclusions: (length) => filled('-lorem ', length),
  brackets: (length) => filled('[', length),
  'open brackets': (length) => filled('[a](', length),
  'angle brackets': (length) => filled('<', length),
  tags: (length) => filled('<a b="', length),
  emphasis: (length) => filled('*_`', length),
  links: (length) => filled('http://a.example.org/b ', length),
  'starts of links': (length) => filled('http://', length),
  'names of hosts': (length) => filled('a.', length),
  'long address': (length) => `https://a.example.org/${filled('../%2e/', length - 22)}`,
  'address with fields': (length) => `https://a.example.org/?${filled('a=b&', length - 23)}`,
  'one @': (length) => `${filled('a', (length - 1) / 2)}@${filled('a.', (length - 1) / 2)}`,
  'many @': (length) => filled('a@', length),
  commas: (length) => filled('a,', length),
  percents: (length) => filled('%', length),
  digits: (length) => filled('9', length),
  'digits and an end': (length) => `${filled('9', length - 1)}x`,
  'letters and an end': (length) => `${filled('a', length - 1)}!`,
  hyphens: (length) => filled('-', length),
  base64: (length) => filled('eyJh', length),
  'data address': (length) => `data:image/png;base64,${filled('A', length - 22)}`,
}

/** Texts that each text field gets alone; it gets the others together with all text fields of its call. */
export const someTexts = ['spaces within', 'repeated words', 'combining marks out of order', 'letters that unfold', 'many @']
