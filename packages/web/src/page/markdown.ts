import DOMPurify from 'dompurify'
import { marked } from 'marked'

/**
 * Markdown (CommonMark with GitHub's tables) as nodes for the page. Nothing in it runs, styles or sends anything, whatever it says.
 * `{name}` is replaced by the value of that name, as text.
 */
export function nodesOf(markdown: string, values: Record<string, string>): DocumentFragment {
  const filled = markdown.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return DOMPurify.sanitize(marked.parse(filled, { async: false }), {
    USE_PROFILES: { html: true },
    // Controls and places of the page itself are none of a text's business.
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'tabindex', 'popover'],
    RETURN_DOM_FRAGMENT: true,
  })
}
