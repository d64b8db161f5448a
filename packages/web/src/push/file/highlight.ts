// Highlights code. Loaded with the first such file.

import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const known = {
  ...{ bash, cpp, csharp, css, diff, go, ini, java, javascript, json, kotlin, markdown },
  ...{ php, python, ruby, rust, sql, swift, typescript, xml, yaml },
}
for (const [name, language] of Object.entries(known)) core.registerLanguage(name, language)

/** A part of a code text, and its kind: a keyword, a string, a comment. */
export interface TextPart {
  text: string
  kind: string | undefined
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/**
 * Splits a code text. The library returns HTML, of which only its own `span` tags and these entities are understood; the parts are drawn as
 * text.
 */
export function highlight(text: string, language: string): TextPart[] {
  const html = core.highlight(text, { language, ignoreIllegals: true }).value
  const parts: TextPart[] = []
  const open: (string | undefined)[] = []
  for (const [whole, kind] of html.matchAll(/<span class="(?:hljs-|language-)?([\w-]*)[^"]*">|<\/span>|[^<]+/g)) {
    if (whole === '</span>') open.pop()
    else if (whole.startsWith('<span ')) open.push(kind)
    else
      parts.push({ text: whole.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity), kind: open.at(-1) })
  }
  return parts
}
