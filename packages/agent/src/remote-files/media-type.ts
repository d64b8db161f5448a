// Looks up the media type of a file by its extension.

/** Media types of common files by extension (https://www.iana.org/assignments/media-types). */
const endings: Record<string, string> = {
  'application/epub+zip': 'epub',
  'application/gzip': 'gz tgz',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'application/vnd.android.package-archive': 'apk',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/x-7z-compressed': '7z',
  'application/x-bzip2': 'bz2',
  'application/x-tar': 'tar',
  'application/x-xz': 'xz',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg jpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif tiff',
  'image/webp': 'webp',
  'text/calendar': 'ics',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/javascript': 'js mjs',
  'text/markdown': 'md',
  'text/plain': 'txt log conf ini',
  'text/vcard': 'vcf',
  'video/mp4': 'mp4 m4v',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
}

const byEnding = new Map(Object.entries(endings).flatMap(([type, all]) => all.split(' ').map((ending) => [ending, type])))

/** The media type for a file name; undefined when the extension is unknown. */
export function mediaTypeOf(name: string): string | undefined {
  const [, ending] = /[^.]\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  return ending && byEnding.get(ending.toLowerCase())
}
