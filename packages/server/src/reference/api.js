// @ts-nocheck: it runs in a browser, whose types the server's sources are not checked with.
// The script of the API reference: finds calls, and makes them. It sends requests only to the server of the page, and stores nothing.

const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const find = document.querySelector('#find')
const found = document.querySelector('#found')
const token = document.querySelector('#token')

for (const hidden of all('.find, #token-form, .try')) hidden.hidden = false
// On a small screen the list of calls would fill the first page.
if (matchMedia('(width < 900px)').matches) for (const group of all('nav details')) group.open = false

/** Shows the calls in which every word appears. */
function filter() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  const calls = all('article.call')
  let shown = 0
  for (const call of calls) {
    const fits = words.every((word) => call.dataset.words.includes(word))
    call.hidden = !fits
    document.querySelector(`nav [data-call="${call.dataset.call}"]`).hidden = !fits
    if (fits) shown++
  }
  for (const group of all('main .group, nav .group')) {
    const empty = words.length > 0 && !group.querySelector('[data-call]:not([hidden])')
    group.hidden = empty
    if (words.length > 0 && group.localName === 'details') group.open = true
  }
  const count = shown === 1 ? '1 call' : `${shown} calls`
  found.textContent = words.length === 0 ? '' : shown === 0 ? 'No call has all of these words.' : count
}
find.addEventListener('input', filter)
addEventListener('keydown', (event) => {
  const typing = /^(input|textarea|select)$/.test(document.activeElement?.localName ?? '')
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    find.focus()
  }
  if (event.key === 'Escape' && document.activeElement === find) {
    find.value = ''
    filter()
  }
})
/** Marks the call of the address in the list. */
function mark() {
  for (const link of all('nav [aria-current="true"]')) link.removeAttribute('aria-current')
  const wanted = all('.contents a').find((link) => link.hash === location.hash)
  wanted?.setAttribute('aria-current', 'true')
}
mark()
addEventListener('hashchange', mark)

/** Copies a text. Pages without https have no clipboard to write to. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = Object.assign(document.createElement('textarea'), { value: text })
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  if (!worked) throw new Error('The browser did not copy.')
}

/** Colours the program of a command, and what is quoted. */
function colour(code) {
  const parts = code.textContent.match(/^curl|'(?:[^']|'\\'')*'|[^']+/g) ?? []
  const nodes = parts.map((part) => {
    const className = part === 'curl' ? 'program' : part.startsWith("'") ? 'quoted' : ''
    return className ? Object.assign(document.createElement('span'), { className, textContent: part }) : part
  })
  code.replaceChildren(...nodes)
}

for (const example of all('.example')) {
  colour(example.querySelector('code'))
  const call = example.closest('article').id
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' })
  button.setAttribute('aria-label', `Copy the example of ${call}`)
  button.addEventListener('click', async () => {
    const worked = await copy(example.querySelector('pre').textContent).then(
      () => true,
      () => false,
    )
    button.textContent = worked ? 'Copied' : "Couldn't copy"
    button.setAttribute('aria-label', worked ? `Copied the example of ${call}` : `Couldn't copy the example of ${call}`)
    button.focus()
  })
  example.append(button)
}

// A link to a call or an object shows it, whatever is being looked for.
addEventListener('hashchange', () => {
  const wanted = document.getElementById(location.hash.slice(1))
  if (!wanted?.closest('[hidden]')) return
  find.value = ''
  filter()
  wanted.scrollIntoView()
})

/** Reads the fields of a form. @throws SyntaxError for a field that should be JSON and is not */
function readFields(form) {
  const said = { path: {}, query: {}, body: {} }
  for (const field of all('[name]', form)) {
    field.removeAttribute('aria-invalid')
    if (field.value === '') continue
    try {
      said[field.dataset.in][field.name] = readField(field)
    } catch (error) {
      field.setAttribute('aria-invalid', 'true')
      field.focus()
      throw new SyntaxError(`${field.name} is not JSON: ${error.message}`)
    }
  }
  return said
}

function readField({ value, dataset }) {
  if (dataset.kind === 'json') return JSON.parse(value)
  if (dataset.kind === 'flag') return value === 'true'
  return dataset.kind === 'number' && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value
}

async function send(form) {
  const { method, path, who } = form.dataset
  const said = readFields(form)
  const missing = path.match(/\{(\w+)\}/g)?.find((name) => said.path[name.slice(1, -1)] === undefined)
  if (missing) return { head: `Fill in ${missing.slice(1, -1)} first.` }
  if (who !== 'anyone' && token.value === '') {
    token.focus()
    return { head: 'Fill in a token first, at the top of the page.' }
  }
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(said.path[name]))
  const query = new URLSearchParams(said.query).toString()
  const began = performance.now()
  const response = await fetch(address + (query && `?${query}`), {
    method,
    headers: token.value === '' ? {} : { 'Access-Token': token.value },
    credentials: 'omit',
    cache: 'no-store',
    ...(method === 'POST' ? { body: JSON.stringify(said.body) } : {}),
  })
  const text = await response.text()
  const left = response.headers.get('x-ratelimit-remaining')
  const took = Math.round(performance.now() - began)
  return {
    head: `${response.status} in ${took} ms${left === null ? '' : `, ${Number(left).toLocaleString('en')} units left`}`,
    good: response.ok,
    text: pretty(text),
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

for (const place of all('.try')) {
  place.addEventListener('toggle', () => {
    const form = place.querySelector('template')
    form?.replaceWith(form.content)
  })
}

document.addEventListener('submit', async (event) => {
  const form = event.target
  event.preventDefault()
  if (!form.matches('[data-try]')) return
  const answer = form.querySelector('.answer')
  const button = form.querySelector('button')
  if (form.querySelector('.care') && !confirm('This deletes for real. Go on?')) return
  button.disabled = true
  answer.replaceChildren('Asking...')
  const { head, good, text } = await send(form).catch((error) => ({
    head: error instanceof SyntaxError ? error.message : 'The server could not be reached. Check your connection and try again.',
  }))
  button.disabled = false
  const line = Object.assign(document.createElement('p'), { className: good ? 'good' : 'bad', textContent: head })
  answer.replaceChildren(line)
  if (!text) return
  const body = Object.assign(document.createElement('pre'), { tabIndex: 0, textContent: text })
  body.setAttribute('aria-label', 'Body of the answer')
  answer.append(body)
})
