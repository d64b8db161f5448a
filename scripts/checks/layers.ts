import { readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, sep } from 'node:path'
import { isTest, moduleFiles, readPackages, resolveImport } from '../modules.ts'
import { importsOf } from '../source.ts'

// Checks that imports follow the arrows of docs/architecture.md.

/** What each part of the project may import besides itself. */
const parts: Record<string, string[]> = {
  protocol: [],
  client: ['protocol'],
  web: ['client', 'protocol'],
  agent: ['client', 'protocol'],
  extension: ['client', 'protocol'],
  server: ['protocol'],
  e2e: ['protocol', 'client', 'agent', 'extension'],
  bench: ['protocol', 'client', 'agent', 'scripts'],
  scripts: ['protocol', 'client', 'agent'],
}

/** The server's features in dependency order: each may import from those in earlier rows, not from those in its own row. */
const line = [
  ['audit'],
  ['access-token', 'invitation'],
  ['account'],
  ['sign-in'],
  ['plan'],
  ['device', 'contact', 'chat', 'block', 'client', 'channel'],
  ['subscription', 'grant', 'source'],
  ['upload'],
  ['push', 'sms', 'permanent', 'ephemeral'],
  ['read-marker', 'draft', 'presence'],
  ['target', 'everything', 'invite', 'support', 'web-push', 'outgoing-webhook', 'sms-gateway'],
  ['webhook', 'mail-in'],
  ['ntfy'],
  ['gotify'],
  ['administration', 'operation'],
  ['phone-peer'],
]

/** The server's folders that any feature may use. */
const open = ['http', 'db', 'bus', 'files', 'jobs', 'mail', 'fetch', 'settings', 'processor']

/**
 * The server's other folders, each with the only feature that may use it, besides top-level modules. The folder may use
 * that feature and those in earlier rows, but not their calls.
 */
const closed: Record<string, string | undefined> = {
  billing: 'plan',
  stream: undefined,
  reference: undefined,
  pages: undefined,
  monitoring: undefined,
  tls: undefined,
}

/** The top-level modules that assemble the parts. No other module may import them. */
const assembly = {
  server: ['app', 'main', 'features', 'admin'],
  web: [
    'main',
    'App',
    'pages',
    'other-pages',
    'frames',
    'SignedIn',
    'MainPage',
    'ChatPage',
    'section-screens',
    'background',
    'widget',
    'en',
  ],
}

/** The client's rooms in dependency order: each may import from those in earlier rows, not from those in its own row. */
const lineInClient = [
  ['ground'],
  ['words', 'pictures'],
  ['sync'],
  ['history'],
  ['storage', 'tabs'],
  ['queue'],
  ['conversations', 'settings'],
  ['session'],
  ['lists', 'setup', 'sms', 'phones', 'remote-files', 'presence', 'from-phone', 'notices'],
  ['search'],
]

/** The web client's rooms that screens share. Each may use those before it; all other rooms may use any of them. */
const sharedInWeb = ['ui', 'format', 'session', 'page', 'target', 'conversation']

/** The rooms of the extension that its programs share. Each may use those before it; its programs are the other rooms. */
const sharedInExtension = ['browser', 'settings', 'session', 'targets', 'ui']

/** The web client's features that one other feature may use: the settings show and change the ways to sign in. */
const usedInWeb: Record<string, string> = { settings: 'sign-in' }

interface Place {
  /** e.g. `server`, `web`, `e2e` */
  part: string
  /** The first folder inside the part; empty for a top-level module. */
  room: string
  name: string
  /** A test or a test helper (`test-server`), which may use all folders of its part. */
  test: boolean
}

interface Edge {
  from: string
  line: number
  to: string
}

/** Returns all forbidden imports, one sentence each, with file and line. */
export function wrongImports(root: string): string[] {
  const edges: Edge[] = []
  const wrong = unknownPackages(root)
  const packages = readPackages(root)
  for (const file of moduleFiles(root)) {
    const from = placeOf(root, file)
    for (const { text, line } of importsOf(file)) {
      const to = resolveImport(packages, file, text)
      const reason = to ? refusal(from, placeOf(root, to)) : refusalOutside(from, text)
      if (reason) wrong.push(`${relative(root, file)}:${line} imports ${text}: ${reason}`)
      if (to) edges.push({ from: file, line, to })
    }
  }
  for (const circle of circles(edges)) wrong.push(`a circle: ${circle.map((file) => relative(root, file)).join(' -> ')}`)
  return wrong
}

function unknownPackages(root: string): string[] {
  const unknown = readdirSync(join(root, 'packages')).filter((name) => !(name in parts))
  return unknown.map((name) => `packages/${name}: give it its arrows in docs/architecture.md and scripts/checks/layers.ts`)
}

function placeOf(root: string, file: string): Place {
  const path = relative(root, file).split(sep)
  const name = (path.at(-1) ?? '').replace(/\..*$/, '')
  const test = isTest(file)
  // The browser tests of a package are stories, like those in e2e.
  if (path[0] === 'packages' && path[2] === 'test') return { part: 'e2e', room: path[1] ?? '', name, test: true }
  if (path[0] !== 'packages') return { part: path[0] ?? '', room: path.length > 2 ? (path[1] ?? '') : '', name, test }
  return { part: path[1] ?? '', room: path.length > 4 ? (path[3] ?? '') : '', name, test }
}

/** Why `from` may not import `to`; undefined when it may. */
function refusal(from: Place, to: Place): string | undefined {
  if (to.part === 'server' && to.room === '' && to.name === 'test-server') {
    const allowed = from.test || from.part === 'e2e' || from.part === 'bench'
    return allowed ? undefined : 'only tests, e2e and bench may import the test server'
  }
  if (to.test && !from.test && from.part !== 'e2e') return 'only tests may import a test'
  if (from.part !== to.part) {
    if (from.test && to.part === 'scripts' && to.room === 'tests') return undefined
    if (from.part === 'web' && from.room === 'ui' && !isPlain(to)) return 'ui knows no feature'
    if (from.part === 'e2e' && to.part === 'web' && to.name === 'en') return undefined
    const may = parts[from.part] ?? []
    return may.includes(to.part) ? undefined : `${from.part} may import ${may.join(', ') || 'no other part'}, not ${to.part}`
  }
  if (from.test) return undefined
  if (from.part === 'server') return refusalInServer(from, to)
  if (from.part === 'client') return refusalInClient(from, to)
  if (from.part === 'web') return refusalInWeb(from, to)
  if (from.part === 'extension') return refusalInExtension(from, to)
  return undefined
}

/** Whether a module of the client is independent of sessions: it only reads texts and pictures. */
const isPlain = ({ part, room }: Place): boolean => part === 'client' && ['words', 'pictures'].includes(room)

function refusalInServer(from: Place, to: Place): string | undefined {
  const assembles = from.room === '' && assembly.server.includes(from.name)
  if (to.room === '') {
    const assembled = assembly.server.includes(to.name)
    return assembled && !assembles ? `only the program's start knows ${to.name}` : undefined
  }
  if (from.room === to.room) return undefined
  const place = line.findIndex((features) => features.includes(to.room))
  if (place < 0 && !open.includes(to.room) && !(to.room in closed)) return unknownRoom(to)
  if (from.room === '') {
    // `deps` only names types, and `config` reads the settings of providers.
    return place < 0 || ['app', 'features', 'admin', 'deps', 'config'].includes(from.name)
      ? undefined
      : 'only features.ts, app.ts and admin.ts know the features'
  }
  if (open.includes(to.room)) return undefined

  const own = line.findIndex((features) => features.includes(from.room))
  if (own < 0 && !open.includes(from.room) && !(from.room in closed)) return unknownRoom(from)
  if (to.room in closed) return closed[to.room] === from.room ? undefined : `${from.room} may not use ${to.room}`
  const owner = line.findIndex((features) => features.includes(closed[from.room] ?? ''))
  if (own < 0 && place > owner) return `${from.room} may not use the feature ${to.room}`
  if (own >= 0 && place >= own) return `${to.room} does not stand before ${from.room} in the line of features`
  return to.name === 'calls' ? `the calls of ${to.room} are for its clients only` : undefined
}

function refusalInClient(from: Place, to: Place): string | undefined {
  if (from.room === '' || from.room === to.room) return undefined
  if (to.room === '') return `only other packages use ${to.name}`
  const own = lineInClient.findIndex((rooms) => rooms.includes(from.room))
  const place = lineInClient.findIndex((rooms) => rooms.includes(to.room))
  if (own < 0) return unknownRoom(from)
  if (place < 0) return unknownRoom(to)
  return place < own ? undefined : `${to.room} does not stand before ${from.room} in the line of the client's rooms`
}

function refusalInWeb(from: Place, to: Place): string | undefined {
  const knowsAll = (place: Place) => place.room === '' && assembly.web.includes(place.name)
  if (knowsAll(from) || (from.room !== '' && from.room === to.room)) return undefined
  if (to.room === 'worker') return 'the service worker is a program of its own'
  if (from.room === 'worker' && to.room !== '') return undefined
  if (knowsAll(to)) return `only main.tsx knows ${to.name}`
  if (to.room === 'browser') return undefined
  if (from.room === 'browser') return 'browser knows nothing but itself'
  if (from.room === '') return to.room === '' ? undefined : 'of the top-level modules only main.tsx and App.tsx know the folders'
  const own = sharedInWeb.indexOf(from.room)
  if (to.room === '') {
    return to.name === 'route' && own !== 0 ? undefined : `a folder may not use ${to.name}`
  }
  const place = sharedInWeb.indexOf(to.room)
  if (place >= 0 && (own < 0 || place < own)) return undefined
  if (usedInWeb[from.room] === to.room) return undefined
  if (own >= 0) return `${from.room} may use ${sharedInWeb.slice(0, own).join(', ') || 'no other folder'}, not ${to.room}`
  return `a folder may use ${sharedInWeb.join(', ')}, not ${to.room}`
}

function refusalInExtension(from: Place, to: Place): string | undefined {
  if (from.room === to.room || to.room === 'browser') return undefined
  if (from.room === 'browser') return 'browser knows nothing but itself'
  const own = sharedInExtension.indexOf(from.room)
  // The top-level modules are the manifest and the messages.
  if (to.room === '') return own < 2 && own >= 0 ? `${from.room} may not use ${to.name}` : undefined
  if (from.room === '') return `${from.name} knows only browser`
  const place = sharedInExtension.indexOf(to.room)
  if (place >= 0 && (own < 0 || place < own)) return undefined
  return own >= 0
    ? `${from.room} may use ${sharedInExtension.slice(0, own).join(', ') || 'no other folder'}, not ${to.room}`
    : 'background and pages send each other messages'
}

function unknownRoom(place: Place): string {
  return `${place.room} is a folder that the plan does not know: give it its place in docs/architecture.md and scripts/checks/layers.ts`
}

/** Like `refusal`, for packages and modules of Node.js. */
function refusalOutside(from: Place, module: string): string | undefined {
  if (from.test) return undefined
  if (['protocol', 'client'].includes(from.part) && isBuiltin(module)) return `${from.part} must run without Node.js`
  if (['protocol', 'client'].includes(from.part) && /^react(-dom)?(\/|$)/.test(module)) return `${from.part} has no screen`
  return undefined
}

/** Import cycles, each as a list of modules; at least one for each strongly connected component. */
function circles(edges: Edge[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const found: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const follow = (file: string) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    path.push(file)
    for (const to of next.get(file) ?? []) follow(to)
    path.pop()
    done.add(file)
  }
  for (const file of next.keys()) follow(file)
  return found
}
