// Checks helpers for texts, addresses and banners in this browser, for developers.

import { secureImage } from '../../browser/images.ts'
import { oldInternetExplorer } from '../../browser/old-browser.ts'
import { hrefOf, placeOf, readQuery } from '../../route.ts'
import { hueOf, initialsOf } from '../../ui/hue.ts'
import { count, i18n, params } from '../../ui/language.ts'
import { $banners, closeBannersOf, showBanner } from '../../ui/notices/notices.ts'
import { pseudo } from '../../ui/pseudo.ts'
import { Results, type SelfTest, same } from './Results.tsx'

const words = i18n('self-test', {
  hello: params('Say hello to {name}'),
  messages: count({ one: '{count} message', other: '{count} messages' }),
})

const tests: SelfTest[] = [
  { name: 'a query string drops empty values', check: () => same(readQuery('?a=1&b=&c=%40'), { a: '1', c: '@' }) },
  {
    name: 'an address survives the way into the hash and back',
    check: () => same(placeOf(hrefOf('people', 'a/b+ü@example.org')), { section: 'people', item: 'a/b+ü@example.org' }),
  },
  {
    name: 'a name fills its place in a sentence',
    check: () => same(words.get().hello({ name: '$& {name}' }), 'Say hello to $& {name}'),
  },
  { name: 'one message', check: () => same(words.get().messages(1), '1 message') },
  { name: 'two messages', check: () => same(words.get().messages(2), '2 messages') },
  { name: 'initials', check: () => same(initialsOf('Ana Maria Reyes'), 'AR') },
  { name: 'a hue is always the same', check: () => same(hueOf('ana@example.org'), hueOf('ana@example.org')) },
  { name: 'the made-up language keeps places for values', check: () => same(pseudo('a {b}').includes('{b}'), true) },
  {
    name: 'a picture of another host comes over https',
    check: () => same(secureImage('http://example.org/a.png'), 'https://example.org/a.png'),
  },
  {
    name: 'an old Internet Explorer is known by its name',
    check: () => same([oldInternetExplorer('MSIE 9.0; Windows'), oldInternetExplorer('MSIE 10.0;')], ['9', undefined]),
  },
  {
    name: 'the same banner stands once',
    check: () => {
      const title = 'Self-test'
      showBanner({ title, body: '' })
      showBanner({ title, body: '' })
      const found = $banners.get().filter((banner) => banner.title === title).length
      closeBannersOf(title)
      same(found, 1)
    },
  },
]

/** `/onecup-tests`: checks of texts and addresses. */
export default function ViewTests() {
  return <Results title="View helpers" tests={tests} />
}
