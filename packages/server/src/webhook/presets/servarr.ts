// Sonarr and Radarr (wiki.servarr.com, connection "Webhook"), and Lidarr, Readarr and Prowlarr, which use the same format.

import {
  at,
  counted,
  first,
  type Incoming,
  inWords,
  labelsOf,
  lines,
  listAt,
  listed,
  numberAt,
  type PayloadMessage,
  type Preset,
  textAt,
} from './payload.ts'

/** Events about the program itself name neither a film nor a series. */
const isRadarr = ({ headers, payload }: Incoming): boolean =>
  at(payload, 'movie') !== undefined ||
  (at(payload, 'series') === undefined && /^radarr/i.test(textAt(payload, 'instanceName') ?? headers['user-agent'] ?? ''))

export const radarr: Preset = {
  name: 'radarr',
  recognizes: (incoming) => textAt(incoming.payload, 'eventType') !== undefined && isRadarr(incoming),
  read: ({ payload }) => read(payload, 'Radarr'),
}

export const sonarr: Preset = {
  name: 'sonarr',
  recognizes: (incoming) =>
    textAt(incoming.payload, 'eventType') !== undefined &&
    !isRadarr(incoming) &&
    ['series', 'instanceName', 'applicationUrl', 'artist', 'author'].some((name) => at(incoming.payload, name) !== undefined),
  read: ({ payload }) => read(payload, 'Sonarr'),
}

function read(payload: unknown, usualName: string): PayloadMessage | undefined {
  const event = textAt(payload, 'eventType')
  if (event === undefined) return undefined
  const program = textAt(payload, 'instanceName') ?? usualName
  const subject = subjectOf(payload)
  const url = textAt(payload, 'applicationUrl')
  const quality = textAt(payload, 'release', 'quality') ?? textAt(fileOf(payload), 'quality')
  switch (event) {
    case 'Test':
      return { title: `${program} is connected`, url }
    case 'Grab':
      return {
        title: `${program} is downloading ${subject}`,
        body: lines(
          textAt(payload, 'release', 'releaseTitle'),
          quality && `Quality: ${quality}`,
          textAt(payload, 'release', 'indexer') && `From: ${textAt(payload, 'release', 'indexer')}`,
        ),
        url,
      }
    case 'Download':
    case 'Upgrade':
    case 'ImportComplete':
      return {
        title: at(payload, 'isUpgrade') === true ? `${subject} has a better file` : `${subject} is ready`,
        body: lines(titlesOf(payload), quality && `Quality: ${quality}`),
        url,
        labels: labelsOf('good'),
      }
    case 'Health':
      return {
        title: `${program} has a problem`,
        body: textAt(payload, 'message'),
        url: textAt(payload, 'wikiUrl') ?? url,
        priority: textAt(payload, 'level') === 'error' ? 4 : 3,
        labels: labelsOf('warning'),
      }
    case 'HealthRestored':
      return { title: `${program} has one problem less`, body: textAt(payload, 'message'), url, labels: labelsOf('good') }
    case 'ApplicationUpdate':
      return { title: `${program} was updated to ${textAt(payload, 'newVersion')}`, body: textAt(payload, 'message'), url }
    case 'ManualInteractionRequired':
      return {
        title: `${program} needs somebody to import ${subject}`,
        body: lines(
          textAt(payload, 'downloadInfo', 'title'),
          first(5, listAt(payload, 'downloadStatusMessages'), (message) => textAt(message, 'title') ?? ''),
        ),
        url,
        priority: 4,
        labels: labelsOf('warning'),
      }
    default:
      return { title: `${subject}: ${phraseOf(event)}`, body: textAt(payload, 'message') ?? titlesOf(payload), url }
  }
}

const phrases: Readonly<Record<string, string>> = {
  Rename: 'files were renamed',
  SeriesAdd: 'added',
  SeriesDelete: 'removed',
  MovieAdded: 'added',
  MovieDelete: 'removed',
  EpisodeFileDelete: 'a file was deleted',
  MovieFileDelete: 'a file was deleted',
}
const phraseOf = (event: string): string => phrases[event] ?? inWords(event.replace(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase()

const fileOf = (payload: unknown): unknown =>
  at(payload, 'episodeFile') ?? at(payload, 'movieFile') ?? at(payload, 'episodeFiles', 0)

function subjectOf(payload: unknown): string {
  const movie = textAt(payload, 'movie', 'title')
  if (movie !== undefined) {
    const year = textAt(payload, 'movie', 'year') ?? textAt(payload, 'remoteMovie', 'year')
    return year === undefined ? movie : `${movie} (${year})`
  }
  const series =
    textAt(payload, 'series', 'title') ??
    textAt(payload, 'artist', 'name') ??
    textAt(payload, 'artist', 'artistName') ??
    textAt(payload, 'author', 'name')
  if (series === undefined) return textAt(payload, 'instanceName') ?? 'the library'
  const episodes = listAt(payload, 'episodes')
  const codes = episodes
    .slice(0, 3)
    .map(codeOf)
    .filter((code) => code !== undefined)
  if (episodes.length > 3) return `${series} (${counted(episodes.length, 'episode')})`
  return codes.length === 0 ? series : `${series} ${listed(codes)}`
}

/** e.g. `S01E05` */
function codeOf(episode: unknown): string | undefined {
  const [season, number] = [numberAt(episode, 'seasonNumber'), numberAt(episode, 'episodeNumber')]
  if (season === undefined || number === undefined) return undefined
  return `S${String(season).padStart(2, '0')}E${String(number).padStart(2, '0')}`
}

function titlesOf(payload: unknown): string | undefined {
  return first(5, listAt(payload, 'episodes'), (episode) => textAt(episode, 'title') ?? '')
}
