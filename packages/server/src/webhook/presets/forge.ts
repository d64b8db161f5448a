// Reads the events of GitHub and Gitea, whose payloads have nearly the same structure.

import {
  at,
  capital,
  counted,
  cut,
  first,
  firstLine,
  inWords,
  labelsOf,
  lines,
  listAt,
  numberAt,
  type PayloadMessage,
  paragraphs,
  textAt,
} from './payload.ts'

const commitsShown = 10
/** The maximum characters of text that people wrote: in an issue, a comment or release notes. */
const proseLength = 4_000

interface Facts {
  payload: unknown
  who: string
  /** The name of the repository without its owner. */
  repo: string
  action: string
}

type Reader = (facts: Facts) => PayloadMessage | undefined

/** The message of an event, named as in its header. */
export function readForge(event: string, payload: unknown): PayloadMessage | undefined {
  const name = textAt(payload, 'repository', 'name')
  const facts: Facts = {
    payload,
    who:
      textAt(payload, 'sender', 'login') ??
      textAt(payload, 'pusher', 'login') ??
      textAt(payload, 'pusher', 'name') ??
      textAt(payload, 'sender', 'username') ??
      'Somebody',
    repo: name ?? textAt(payload, 'repository', 'full_name') ?? textAt(payload, 'organization', 'login') ?? 'a repository',
    action: textAt(payload, 'action') ?? '',
  }
  const read = Object.hasOwn(readers, event) ? readers[event] : undefined
  return read?.(facts) ?? other(event, facts)
}

/** The name of an event by the structure of its payload, if no header names it. */
export function eventOf(payload: unknown): string | undefined {
  if (at(payload, 'repository', 'full_name') === undefined) return at(payload, 'zen') === undefined ? undefined : 'ping'
  const has = (name: string) => at(payload, name) !== undefined && at(payload, name) !== null
  if (has('zen')) return 'ping'
  if (has('ref') && has('commits')) return 'push'
  if (has('pull_request'))
    return has('review') ? 'pull_request_review' : has('comment') ? 'pull_request_review_comment' : 'pull_request'
  if (has('issue')) return has('comment') ? 'issue_comment' : 'issues'
  return ['release', 'workflow_run', 'check_run', 'check_suite', 'deployment_status', 'discussion', 'alert'].find(has)
}

/** A branch or tag without the prefix `refs/heads/` or `refs/tags/`. */
const nameOfRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '')

const readers: Readonly<Record<string, Reader>> = {
  ping: ({ payload, repo }) => ({
    title: `Webhook of ${repo} is connected`,
    body: textAt(payload, 'zen'),
    url: textAt(payload, 'repository', 'html_url'),
  }),
  push: readPush,
  create: ({ payload, who, repo }) => ({
    title: `${who} created the ${textAt(payload, 'ref_type') ?? 'branch'} ${nameOfRef(textAt(payload, 'ref') ?? '')} in ${repo}`,
    url: textAt(payload, 'repository', 'html_url'),
  }),
  delete: ({ payload, who, repo }) => ({
    title: `${who} deleted the ${textAt(payload, 'ref_type') ?? 'branch'} ${nameOfRef(textAt(payload, 'ref') ?? '')} of ${repo}`,
    url: textAt(payload, 'repository', 'html_url'),
  }),
  issues: ({ payload, who, repo, action }) => {
    const issue = at(payload, 'issue')
    const number = textAt(issue, 'number')
    if (number === undefined) return undefined
    return prose(
      `${who} ${changeOf(action, payload, `issue #${number} in ${repo}`)}`,
      textAt(issue, 'title'),
      action === 'opened' ? textAt(issue, 'body') : undefined,
      textAt(issue, 'html_url'),
    )
  },
  issue_comment: ({ payload, who, repo, action }) => {
    const issue = at(payload, 'issue')
    const verb = action === 'created' || action === '' ? 'commented on' : `${inWords(action)} a comment on`
    return prose(
      `${who} ${verb} #${textAt(issue, 'number') ?? textAt(payload, 'pull_request', 'number')} in ${repo}`,
      textAt(issue, 'title') ?? textAt(payload, 'pull_request', 'title'),
      action === 'deleted' ? undefined : textAt(payload, 'comment', 'body'),
      textAt(payload, 'comment', 'html_url') ?? textAt(issue, 'html_url'),
    )
  },
  pull_request: readPullRequest,
  pull_request_review: readReview,
  pull_request_approved: readReview,
  pull_request_rejected: readReview,
  pull_request_comment: readReview,
  pull_request_review_comment: ({ payload, who, repo }) =>
    prose(
      `${who} commented on pull request #${textAt(payload, 'pull_request', 'number')} in ${repo}`,
      lines(textAt(payload, 'pull_request', 'title'), textAt(payload, 'comment', 'path')),
      textAt(payload, 'comment', 'body'),
      textAt(payload, 'comment', 'html_url'),
    ),
  commit_comment: ({ payload, who, repo }) =>
    prose(
      `${who} commented on the commit ${textAt(payload, 'comment', 'commit_id')?.slice(0, 7) ?? ''} of ${repo}`,
      undefined,
      textAt(payload, 'comment', 'body'),
      textAt(payload, 'comment', 'html_url'),
    ),
  release: ({ payload, who, repo, action }) => {
    const release = at(payload, 'release')
    const tag = textAt(release, 'tag_name') ?? textAt(release, 'name') ?? ''
    const isNew = ['published', 'released', 'prereleased', ''].includes(action)
    const name = textAt(release, 'name')
    return prose(
      isNew ? `${repo} ${tag} is released` : `${who} ${inWords(action)} the release ${tag} of ${repo}`,
      name === tag ? undefined : name,
      isNew ? textAt(release, 'body') : undefined,
      textAt(release, 'html_url'),
    )
  },
  workflow_run: (facts) => readRun(facts, 'workflow_run', textAt(facts.payload, 'workflow_run', 'name')),
  workflow_job: (facts) => readRun(facts, 'workflow_job', textAt(facts.payload, 'workflow_job', 'name')),
  check_run: (facts) => readRun(facts, 'check_run', textAt(facts.payload, 'check_run', 'name')),
  check_suite: (facts) => readRun(facts, 'check_suite', textAt(facts.payload, 'check_suite', 'app', 'name')),
  status: ({ payload, repo }) => {
    const state = textAt(payload, 'state') ?? ''
    return {
      title: `${textAt(payload, 'context') ?? 'Status'} ${endings[state] ?? inWords(state)} on ${repo}`,
      body: lines(textAt(payload, 'description'), firstLine(textAt(payload, 'commit', 'commit', 'message') ?? '')),
      url: textAt(payload, 'target_url') ?? textAt(payload, 'commit', 'html_url'),
      ...outcomeOf(state),
    }
  },
  deployment_status: ({ payload, repo }) => {
    const state = textAt(payload, 'deployment_status', 'state') ?? ''
    return {
      title: `Deployment of ${repo} to ${textAt(payload, 'deployment', 'environment') ?? 'an environment'} ${endings[state] ?? `is ${inWords(state)}`}`,
      body: textAt(payload, 'deployment_status', 'description') ?? textAt(payload, 'deployment', 'description'),
      url: textAt(payload, 'deployment_status', 'log_url') ?? textAt(payload, 'repository', 'html_url'),
      ...outcomeOf(state),
    }
  },
  star: ({ payload, who, repo, action }) => ({
    title: `${who} ${action === 'deleted' ? 'took the star from' : 'starred'} ${repo}`,
    body: counted(numberAt(payload, 'repository', 'stargazers_count') ?? 0, 'star'),
    url: textAt(payload, 'sender', 'html_url'),
  }),
  fork: ({ payload, who, repo }) => ({
    title: `${who} forked ${repo}`,
    body: textAt(payload, 'forkee', 'full_name'),
    url: textAt(payload, 'forkee', 'html_url'),
  }),
  discussion: ({ payload, who, repo, action }) =>
    prose(
      `${who} ${changeOf(action === 'created' ? 'opened' : action, payload, `discussion #${textAt(payload, 'discussion', 'number')} in ${repo}`)}`,
      textAt(payload, 'discussion', 'title'),
      action === 'created' ? textAt(payload, 'discussion', 'body') : undefined,
      textAt(payload, 'discussion', 'html_url'),
    ),
  discussion_comment: ({ payload, who, repo }) =>
    prose(
      `${who} commented on discussion #${textAt(payload, 'discussion', 'number')} in ${repo}`,
      textAt(payload, 'discussion', 'title'),
      textAt(payload, 'comment', 'body'),
      textAt(payload, 'comment', 'html_url'),
    ),
  dependabot_alert: (facts) =>
    readAlert(
      facts,
      'Vulnerable dependency',
      lines(
        textAt(facts.payload, 'alert', 'security_advisory', 'summary'),
        textAt(facts.payload, 'alert', 'dependency', 'package', 'name'),
      ),
    ),
  secret_scanning_alert: (facts) =>
    readAlert(
      facts,
      'Leaked secret',
      textAt(facts.payload, 'alert', 'secret_type_display_name') ?? textAt(facts.payload, 'alert', 'secret_type'),
    ),
  code_scanning_alert: (facts) => readAlert(facts, 'Security finding', textAt(facts.payload, 'alert', 'rule', 'description')),
  repository: ({ payload, who, repo, action }) => ({
    title: `${who} ${inWords(action)} the repository ${repo}`,
    body: textAt(payload, 'repository', 'description'),
    url: textAt(payload, 'repository', 'html_url'),
  }),
}

function readPush({ payload, who, repo }: Facts): PayloadMessage | undefined {
  const ref = textAt(payload, 'ref')
  if (ref === undefined) return undefined
  const name = nameOfRef(ref)
  const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const nowhere = (sha: string | undefined) => sha !== undefined && /^0+$/.test(sha)
  const url = textAt(payload, 'compare') ?? textAt(payload, 'compare_url') ?? textAt(payload, 'repository', 'html_url')
  const commits = listAt(payload, 'commits')
  const count = numberAt(payload, 'total_commits') ?? commits.length
  if (at(payload, 'deleted') === true || nowhere(textAt(payload, 'after')))
    return { title: `${who} deleted the ${what} ${name} of ${repo}`, url: textAt(payload, 'repository', 'html_url') }
  const isNew = at(payload, 'created') === true || nowhere(textAt(payload, 'before'))
  if (what === 'tag' || count === 0) {
    if (isNew) return { title: `${who} created the ${what} ${name} in ${repo}`, url }
    return { title: `${who} ${at(payload, 'forced') === true ? 'force-pushed' : 'pushed'} ${repo}/${name}`, url }
  }
  const verb = at(payload, 'forced') === true ? 'force-pushed' : 'pushed'
  return {
    title: `${who} ${verb} ${counted(count, 'commit')} to ${repo}/${name}`,
    body: first(commitsShown, commits, commitLine, count),
    url: commits.length === 1 && count === 1 ? (textAt(commits[0], 'url') ?? url) : url,
  }
}

/** A commit on one line: the start of its id and its title. */
export function commitLine(commit: unknown): string {
  const id = textAt(commit, 'id')?.slice(0, 7)
  return [id, cut(firstLine(textAt(commit, 'message') ?? ''), 200)].filter(Boolean).join(' ')
}

function readPullRequest(facts: Facts): PayloadMessage | undefined {
  const { payload, who, repo, action } = facts
  const request = at(payload, 'pull_request')
  const number = textAt(request, 'number') ?? textAt(payload, 'number')
  if (number === undefined) return undefined
  if (action === 'reviewed') return readReview(facts)
  const which = `pull request #${number} in ${repo}`
  const reviewer = textAt(payload, 'requested_reviewer', 'login') ?? textAt(payload, 'requested_team', 'name')
  const isMerged = action === 'closed' && at(request, 'merged') === true
  const done = isMerged
    ? `merged ${which}`
    : action === 'synchronize' || action === 'synchronized'
      ? `pushed to ${which}`
      : action === 'ready_for_review'
        ? `marked ${which} as ready for review`
        : action === 'review_requested' && reviewer !== undefined
          ? `asked ${reviewer} to review ${which}`
          : changeOf(action, payload, which)
  return prose(
    `${who} ${done}`,
    textAt(request, 'title'),
    action === 'opened' ? textAt(request, 'body') : undefined,
    textAt(request, 'html_url'),
  )
}

const verdicts: Readonly<Record<string, string>> = {
  approved: 'approved',
  pull_request_review_approved: 'approved',
  changes_requested: 'requested changes to',
  pull_request_review_rejected: 'requested changes to',
  dismissed: 'dismissed a review of',
}

function readReview({ payload, who, repo }: Facts): PayloadMessage {
  const review = at(payload, 'review')
  const verdict = verdicts[textAt(review, 'state') ?? textAt(review, 'type') ?? ''] ?? 'commented on'
  return prose(
    `${who} ${verdict} pull request #${textAt(payload, 'pull_request', 'number') ?? textAt(payload, 'number')} in ${repo}`,
    textAt(payload, 'pull_request', 'title'),
    textAt(review, 'body') ?? textAt(review, 'content'),
    textAt(review, 'html_url') ?? textAt(payload, 'pull_request', 'html_url'),
  )
}

function changeOf(action: string, payload: unknown, which: string): string {
  const label = textAt(payload, 'label', 'name')
  const assignee = textAt(payload, 'assignee', 'login')
  if (action === 'labeled' && label !== undefined) return `labeled ${which} as ${label}`
  if (action === 'unlabeled' && label !== undefined) return `took the label ${label} from ${which}`
  if (action === 'assigned' && assignee !== undefined) return `assigned ${which} to ${assignee}`
  if (action === 'label_updated' || action === 'label_cleared') return `changed the labels of ${which}`
  return `${inWords(action) || 'changed'} ${which}`
}

/** The words for a run's conclusions and states, to follow its name. */
export const endings: Readonly<Record<string, string>> = {
  success: 'passed',
  failure: 'failed',
  failed: 'failed',
  error: 'failed',
  timed_out: 'timed out',
  startup_failure: 'could not start',
  cancelled: 'was cancelled',
  canceled: 'was cancelled',
  skipped: 'was skipped',
  neutral: 'ended without a result',
  stale: 'is out of date',
  action_required: 'needs somebody to act',
  manual: 'waits for somebody to start it',
  pending: 'is pending',
  queued: 'is queued',
  requested: 'is queued',
  in_progress: 'is running',
  running: 'is running',
}

/** Priority and labels by a run's outcome. Nobody needs to hear that one has started. */
export function outcomeOf(ending: string): Pick<PayloadMessage, 'priority' | 'labels'> {
  if (ending === 'success') return { labels: labelsOf('good') }
  if (['failure', 'failed', 'error', 'timed_out', 'startup_failure'].includes(ending))
    return { priority: 4, labels: labelsOf('bad') }
  if (ending === 'action_required') return { priority: 4 }
  return { priority: 2 }
}

function readRun({ payload, repo, action }: Facts, kind: string, name = 'Checks'): PayloadMessage {
  const run = at(payload, kind)
  const ending = textAt(run, 'conclusion') ?? textAt(run, 'status') ?? action
  const branch = textAt(run, 'head_branch') ?? textAt(run, 'check_suite', 'head_branch')
  return {
    title: `${name} ${endings[ending] ?? inWords(ending)} on ${branch === undefined ? repo : `${repo}/${branch}`}`,
    body:
      textAt(run, 'display_title') ??
      textAt(run, 'output', 'title') ??
      (firstLine(textAt(run, 'head_commit', 'message') ?? '') || textAt(run, 'workflow_name')),
    url: textAt(run, 'html_url') ?? textAt(payload, 'repository', 'html_url'),
    ...outcomeOf(ending),
  }
}

function readAlert({ payload, repo, action }: Facts, what: string, about: string | undefined): PayloadMessage {
  const isNew = ['created', 'reopened', 'reintroduced', 'appeared_in_branch'].includes(action)
  const severity =
    textAt(payload, 'alert', 'security_advisory', 'severity') ?? textAt(payload, 'alert', 'rule', 'security_severity_level')
  return {
    title: isNew ? `${what} in ${repo}` : `${what} in ${repo}: ${inWords(action)}`,
    body: lines(about, severity && `Severity: ${severity}`),
    url: textAt(payload, 'alert', 'html_url'),
    ...(isNew && { priority: severity === 'critical' ? 5 : 4, labels: labelsOf('warning') }),
  }
}

/** A message with the Markdown that somebody wrote, under the name of its place. */
export function prose(
  title: string,
  name: string | undefined,
  text: string | undefined,
  url: string | undefined,
): PayloadMessage {
  const written = text && cut(text, proseLength)
  return { title, body: paragraphs(name, written), url, ...(written && { markdown: true }) }
}

/** An event without a sentence of its own. */
function other(event: string, { payload, who, repo, action }: Facts): PayloadMessage {
  return {
    title: `${repo}: ${inWords(event)}${action === '' ? '' : ` ${inWords(action)}`}`,
    body: `${capital(who)} did this.`,
    url: textAt(payload, 'repository', 'html_url'),
  }
}
