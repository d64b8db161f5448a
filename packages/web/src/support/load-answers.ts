import { check } from '@waypost/client/ground/objects'
import { SupportAnswers } from '@waypost/protocol'
import DOMPurify from 'dompurify'
import { fetchJson } from '../browser/network.ts'

let loading: Promise<unknown> | undefined

/** Loads the frequently asked questions with their answers; none if they can't be fetched. */
export async function loadAnswers(): Promise<SupportAnswers> {
  loading ??= fetchJson('/img/support/support.json')
  try {
    const read = check<SupportAnswers>(SupportAnswers, await loading)
    return 'wrong' in read ? [] : read.value
  } catch {
    loading = undefined
    return []
  }
}

/** Sanitizes the HTML of an answer. */
export function nodesOf(body: string): DocumentFragment {
  return DOMPurify.sanitize(body, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'tabindex', 'popover'],
    RETURN_DOM_FRAGMENT: true,
  })
}
