// What these screens say, in English.

import { tryAgain } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const markdownPage = {
  loading: 'Loading the page',
  // The quotes around the path are the specification's.
  missing: params("error: '/pages/{name}.md' not found"),
  failed: "Couldn't load this page. Try again.",
  failedMore: 'Is there a network? It may work in a moment.',
  retry: tryAgain,
  home: 'Home',
  uncounted: 'No page loads anything from an advertiser or a service that counts visitors.',
  counted: params(
    'The operator of this server has its pages report to {host} which screens are opened and what kind of thing is sent, by account and network address, but never what is written or to whom. A browser that is set to ask not to be tracked reports nothing.',
  ),
}
