import DOMPurify from 'dompurify'
import { marked } from 'marked'

/**
 * Renders markdown (CommonMark with GitHub's tables) to sanitized nodes, without scripts, styles and forms. `{name}` is replaced by the
 * value of that name, as text.
 */
export function nodesOf(markdown: string, values: Record<string, string>): DocumentFragment {
  const filled = markdown.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return DOMPurify.sanitize(marked.parse(filled, { async: false }), {
    USE_PROFILES: { html: true },
    // Texts must not contain controls or use the page's ids.
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'tabindex', 'popover'],
    RETURN_DOM_FRAGMENT: true,
  })
}
