import { actions, copied, copyFailed, opensInNewWindow, tryAgain } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const messageActions = {
  group: actions,
  copied: copied,
  notCopied: copyFailed,
  android: params('“{label}” only works in an Android app.'),
  unsafe: params('Can’t open “{label}”: its address isn’t safe.'),
  pressed: params('{label} · {time}'),
  answered: params('Answered: {label} · {time}'),
  done: params('{label}: done · {time}'),
  status: params('{label}: the other server answered {status} · {time}'),
  failed: params('{label}: {reason} · {time}'),
  retry: tryAgain,
  opens: opensInNewWindow,
  notPressed: params('Couldn’t press “{label}”. {reason}'),
}

export const carriedWords = {
  max: 'Urgent',
  high: 'Important',
  low: 'Low priority',
  min: 'Lowest priority',
  labels: 'Labels',
  ends: params('Disappears: {time}'),
}
