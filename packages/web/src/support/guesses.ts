import { check } from '@waypost/client/sync/objects'
import { SupportAnswers } from '@waypost/protocol'
import DOMPurify from 'dompurify'
import { fetchJson } from '../browser/network.ts'

let asked: Promise<unknown> | undefined

/** What people ask for often, and the answers. None where they cannot be fetched: the form does without. */
export async function loadGuesses(): Promise<SupportAnswers> {
  asked ??= fetchJson('/img/support/support.json')
  try {
    const read = check<SupportAnswers>(SupportAnswers, await asked)
    return 'wrong' in read ? [] : read.value
  } catch {
    asked = undefined
    return []
  }
}

/** An answer as nodes for the page. It is ours, or that of whoever runs this server; nothing in it runs in any case. */
export function nodesOf(body: string): DocumentFragment {
  return DOMPurify.sanitize(body, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'tabindex', 'popover'],
    RETURN_DOM_FRAGMENT: true,
  })
}
