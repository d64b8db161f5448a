import { tryAgain } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const markdownPage = {
  loading: 'Loading the page…',
  // The quotes around the path are the specification's.
  missing: params("error: '/pages/{name}.md' not found"),
  failed: 'Couldn’t load this page. Try again.',
  failedMore: 'Check your connection and try again.',
  retry: tryAgain,
  home: 'Home',
  uncounted: 'This site has no ads and no third-party analytics.',
  counted: params(
    'This server’s operator reports to {host} which screens you open and what kinds of things you send, with your account and network address. What you write and to whom is never reported. If your browser asks not to be tracked, nothing is reported.',
  ),
}
