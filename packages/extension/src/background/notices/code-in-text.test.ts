import { expect, test } from 'vitest'
import { expectRatio } from '../../../../../scripts/tests/growth.ts'
import { codeInText } from './code-in-text.ts'

test.each([
  ['Your verification code is 424242.', '424242'],
  ['424242 is your Waypost code', '424242'],
  ['G-424242 is your Google verification code.', '424242'],
  ['Use 123 456 to sign in. Do not share this code.', '123456'],
  ['Code: 123-456', '123456'],
  ['Ihr Bestätigungscode lautet: 87654321', '87654321'],
  ['mTAN 483920 fuer Auftrag ueber 12,50 EUR', '483920'],
  ['Votre code de vérification est 5821', '5821'],
  ['Tu código es 92718', '92718'],
  ['Ваш код: 739201', '739201'],
  ['【Shop】验证码 381920，请勿泄露', '381920'],
  ['認証コード：482910', '482910'],
  ['[Bank] OTP 991823 for Rs. 2000 at SHOP, call 18001234 if not you', '991823'],
  ['Your login code: X7K9Q2', 'X7K9Q2'],
  ['Your PIN is 2024', '2024'],
  ['Your code 424242 expires in 10 minutes. Code 424242', '424242'],
  ['#424242 is not it, code is 112233', '112233'],
])('%s: %s', (text, code) => expect(codeInText(text)).toBe(code))

test.each([
  ['See you at 1830'],
  ['Call me: 5550199'],
  ['Your parcel 12345678 arrives today'],
  ['The discount code ends in 2026'],
  ['Confirm your order #424242'],
  ['Confirm the payment of $4242 to the shop'],
  ['Verify at https://a.example/424242?c=99999'],
  ['Your codes are 111111 and 222222'],
  ['Code word: pineapple'],
  ['Your new phone number +491512345678 was verified'],
  [''],
])('there is no code in: %s', (text) => expect(codeInText(text)).toBeUndefined())

test('only the beginning of a long text is looked at', () => {
  expect(codeInText(`${'a '.repeat(400)} code 424242`)).toBeUndefined()
  for (const part of ['code 1', '1 2 ', 'A-', 'code:']) {
    const [long, short] = [200_000, 200].map((count) => `code ${part.repeat(count)}`) as [string, string]
    expect(codeInText(long)).toBeUndefined()
    expectRatio(
      part,
      () => codeInText(long),
      () => codeInText(short),
      3,
    )
  }
})
