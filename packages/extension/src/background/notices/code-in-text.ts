/** In UTF-16 units: codes come in short texts, or at the start of longer ones. */
const looksAt = 500

const codeWords =
  /\b(?:codes?|c[oó]digos?|codice|kod(?:e|en|u)?|koodi|k[oó]d|otp|pin|t[ao]n|m?tan|passcode|pass ?code|password|passwort|kennwort|mot de passe|contrase[nñ]a|senha|token|verif\w*|best[aä]tig\w*|einmal\w*|confirm\w*|authenti\w*|log[- ]?in|sign[- ]?in|2fa|security)\b|код|пароль|κωδικ|رمز|קוד|कोड|ओटीपी|รหัส|验证码|驗證碼|校验码|动态码|認証|確認コード|コード|인증/iu

/** Candidates for a code: digits, perhaps in two groups or after a letter and a dash, or capitals with digits. */
const candidates =
  /(?<![\p{L}\p{N}])(?:[A-Z]-)?(?:\d{4,8}|\d{3}[ -]\d{3}|\d{4} \d{4}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,8})(?![\p{L}\p{N}])/gu

/** Context that rules a number out as a code: a currency, a date, a time, or part of a longer number, an address or a name. */
const noCodeBefore =
  /(?:[€$£¥₹#@/.,:+=_%&?-]|\b(?:ending(?: in)?|tel|phone|call|order|account|no\.?|nr\.?|eur|usd|rs\.?)[: ]?) ?$/iu
const noCodeAfter = /^(?:[/=_%@]|[.,:-]\d| ?(?:€|\$|£|¥|%|eur\b|usd\b|km\b|min(?:utes?)?\b|:\d| \d{2,}))/iu
/** If a code is announced right before the number, most of that context is fine: 'code: 424242', 'G-424242'. */
const namedBefore =
  /(?:code|c[oó]digo|codice|kod|pin|otp|tan|passcode|password|token|код|码|碼|コード|番号)[^\p{L}\p{N}]{0,3}(?:is|ist|est|es|è|lautet|:)?[^\p{L}\p{N}]{0,3}$/iu

/** The code in a text, as it should be typed; undefined if there is none, or more than one candidate. */
export function codeInText(text: string): string | undefined {
  const looked = text.slice(0, looksAt)
  if (!codeWords.test(looked)) return undefined
  const found: { code: string; isNamed: boolean }[] = []
  for (const match of looked.matchAll(candidates)) {
    const before = looked.slice(Math.max(0, match.index - 24), match.index)
    const after = looked.slice(match.index + match[0].length, match.index + match[0].length + 12)
    const isNamed = namedBefore.test(before)
    if (isYear(match[0]) && !isNamed) continue
    if ((!isNamed && noCodeBefore.test(before)) || noCodeAfter.test(after)) continue
    found.push({ code: typed(match[0]), isNamed })
  }
  const named = found.filter(({ isNamed }) => isNamed)
  const codes = new Set((named.length > 0 ? named : found).map(({ code }) => code))
  return codes.size === 1 ? [...codes][0] : undefined
}

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)

/** The letter of 'G-424242' belongs to the sender and isn't typed; groups are typed without their separators. */
const typed = (text: string): string => text.replace(/^[A-Z]-/, '').replace(/[ -]/g, '')
