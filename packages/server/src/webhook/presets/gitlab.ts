// GitLab (docs.gitlab.com, Webhook events).

import { commitLine, endings, outcomeOf, prose } from './forge.ts'
import {
  at,
  counted,
  cut,
  first,
  inWords,
  labelsOf,
  lines,
  listAt,
  numberAt,
  type PayloadMessage,
  type Preset,
  textAt,
} from './payload.ts'

const kinds = [
  'push',
  'tag_push',
  'issue',
  'work_item',
  'confidential_issue',
  'note',
  'confidential_note',
  'merge_request',
  'pipeline',
  'build',
  'wiki_page',
  'release',
  'deployment',
  'feature_flag',
  'emoji',
  'access_token',
  'milestone',
]

export const gitlab: Preset = {
  name: 'gitlab',
  recognizes: ({ headers, payload }) => {
    if (headers['x-gitlab-event'] !== undefined) return true
    const kind = textAt(payload, 'object_kind') ?? textAt(payload, 'event_type')
    return kind !== undefined && kinds.includes(kind) && (at(payload, 'project') ?? at(payload, 'project_id')) !== undefined
  },
  read({ payload }) {
    const kind = textAt(payload, 'object_kind') ?? textAt(payload, 'event_name') ?? textAt(payload, 'event_type')
    if (kind === undefined) return undefined
    const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
    const facts: Facts = {
      payload,
      who: textAt(payload, 'user', 'name') ?? textAt(payload, 'user_name') ?? textAt(payload, 'user_username') ?? 'Somebody',
      project:
        textAt(payload, 'project', 'name') ??
        textAt(payload, 'repository', 'name') ??
        textAt(payload, 'project_name') ??
        'a project',
      address: textAt(payload, 'project', 'web_url') ?? textAt(payload, 'repository', 'homepage'),
      what: at(payload, 'object_attributes'),
    }
    return read?.(facts) ?? { title: `${facts.project}: ${inWords(kind)}`, body: `${facts.who} did this.`, url: facts.address }
  },
}

interface Facts {
  payload: unknown
  who: string
  project: string
  address: string | undefined
  what: unknown
}

const readers: Readonly<Record<string, (facts: Facts) => PayloadMessage | undefined>> = {
  push: readPush,
  tag_push: readPush,
  issue: readIssue,
  work_item: readIssue,
  confidential_issue: readIssue,
  note: readNote,
  confidential_note: readNote,
  merge_request: ({ who, project, what }) => {
    const action = textAt(what, 'action') ?? 'update'
    const which = `merge request !${textAt(what, 'iid')} in ${project}`
    return prose(
      action === 'approved' || action === 'approval'
        ? `${who} approved ${which}`
        : `${who} ${verbs[action] ?? inWords(action)} ${which}`,
      textAt(what, 'title'),
      action === 'open' ? textAt(what, 'description') : undefined,
      textAt(what, 'url'),
    )
  },
  pipeline: ({ payload, project, what, address }) => {
    const status = textAt(what, 'status') ?? ''
    const id = textAt(what, 'id')
    const failed = listAt(payload, 'builds').filter(
      (build) => textAt(build, 'status') === 'failed' && at(build, 'allow_failure') !== true,
    )
    return {
      title: `Pipeline ${endings[status] ?? inWords(status)} on ${project}/${textAt(what, 'ref') ?? ''}`,
      body: lines(
        cut(textAt(payload, 'commit', 'title') ?? textAt(payload, 'commit', 'message') ?? '', 200),
        first(5, failed, (build) => `${textAt(build, 'stage')}: ${textAt(build, 'name')} failed`),
      ),
      url: textAt(what, 'url') ?? (address && id && `${address}/-/pipelines/${id}`),
      ...outcomeOf(status),
    }
  },
  build: ({ payload, project, address }) => {
    const status = textAt(payload, 'build_status') ?? ''
    const id = textAt(payload, 'build_id')
    return {
      title: `${textAt(payload, 'build_name') ?? 'Job'} ${endings[status] ?? inWords(status)} on ${project}/${textAt(payload, 'ref') ?? ''}`,
      body: lines(
        textAt(payload, 'build_stage') && `Stage: ${textAt(payload, 'build_stage')}`,
        status === 'failed' ? textAt(payload, 'build_failure_reason') : undefined,
      ),
      url: address && id && `${address}/-/jobs/${id}`,
      ...outcomeOf(status),
    }
  },
  wiki_page: ({ who, project, what }) => ({
    title: `${who} ${verbs[textAt(what, 'action') ?? ''] ?? 'changed'} a wiki page of ${project}`,
    body: lines(textAt(what, 'title'), textAt(what, 'message')),
    url: textAt(what, 'url'),
  }),
  release: ({ payload, who, project }) => {
    const isNew = textAt(payload, 'action') !== 'update' && textAt(payload, 'action') !== 'delete'
    const [name, tag] = [textAt(payload, 'name'), textAt(payload, 'tag') ?? '']
    return prose(
      isNew ? `${project} ${tag} is released` : `${who} ${textAt(payload, 'action')}d the release ${tag} of ${project}`,
      name === tag ? undefined : name,
      isNew ? textAt(payload, 'description') : undefined,
      textAt(payload, 'url'),
    )
  },
  deployment: ({ payload, project }) => {
    const status = textAt(payload, 'status') ?? ''
    return {
      title: `Deployment of ${project} to ${textAt(payload, 'environment') ?? 'an environment'} ${endings[status] ?? inWords(status)}`,
      body: textAt(payload, 'commit_title'),
      url: textAt(payload, 'deployable_url'),
      ...outcomeOf(status),
    }
  },
  feature_flag: ({ who, project, what, address }) => ({
    title: `${who} turned the feature flag ${textAt(what, 'name')} ${at(what, 'active') === true ? 'on' : 'off'} in ${project}`,
    body: textAt(what, 'description'),
    url: address,
  }),
}

/** GitLab names actions in the imperative. */
const verbs: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  create: 'created',
  delete: 'deleted',
  unapproved: 'took the approval from',
  unapproval: 'took the approval from',
}

function readPush({ payload, who, project, address }: Facts): PayloadMessage | undefined {
  const ref = textAt(payload, 'ref')
  if (ref === undefined) return undefined
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const nowhere = (sha: string | undefined) => sha !== undefined && /^0+$/.test(sha)
  if (nowhere(textAt(payload, 'after'))) return { title: `${who} deleted the ${what} ${name} of ${project}`, url: address }
  const commits = listAt(payload, 'commits')
  const count = numberAt(payload, 'total_commits_count') ?? commits.length
  if (what === 'tag' || (count === 0 && nowhere(textAt(payload, 'before'))))
    return {
      title: `${who} created the ${what} ${name} in ${project}`,
      body: textAt(payload, 'message'),
      url: address && `${address}/-/${what === 'tag' ? 'tags' : 'tree'}/${name}`,
    }
  const [before, after] = [textAt(payload, 'before'), textAt(payload, 'after')]
  return {
    title: `${who} pushed ${counted(count, 'commit')} to ${project}/${name}`,
    body: first(10, commits, commitLine, count),
    url:
      count === 1
        ? (textAt(commits[0], 'url') ?? address)
        : address && !nowhere(before)
          ? `${address}/-/compare/${before}...${after}`
          : address,
  }
}

function readIssue({ who, project, what }: Facts): PayloadMessage {
  const action = textAt(what, 'action') ?? 'update'
  const type = (textAt(what, 'type') ?? 'issue').toLowerCase()
  const isIncident = type === 'incident' && action === 'open'
  return {
    ...prose(
      `${who} ${verbs[action] ?? inWords(action)} ${type} #${textAt(what, 'iid')} in ${project}`,
      textAt(what, 'title'),
      action === 'open' ? textAt(what, 'description') : undefined,
      textAt(what, 'url'),
    ),
    ...(isIncident && { priority: 4, labels: labelsOf('warning') }),
  }
}

function readNote({ payload, who, project, what }: Facts): PayloadMessage {
  const [issue, request, snippet] = [at(payload, 'issue'), at(payload, 'merge_request'), at(payload, 'snippet')]
  const on =
    textAt(request, 'iid') !== undefined
      ? `merge request !${textAt(request, 'iid')} in ${project}`
      : textAt(issue, 'iid') !== undefined
        ? `issue #${textAt(issue, 'iid')} in ${project}`
        : textAt(snippet, 'title') !== undefined
          ? `a snippet in ${project}`
          : `the commit ${textAt(payload, 'commit', 'id')?.slice(0, 7) ?? ''} of ${project}`
  return prose(
    `${who} commented on ${on}`,
    textAt(request, 'title') ?? textAt(issue, 'title') ?? textAt(snippet, 'title'),
    textAt(what, 'note'),
    textAt(what, 'url'),
  )
}
