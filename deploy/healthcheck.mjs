// Exits with 0 if the server in the same container is healthy. For the image, which has no other program that speaks HTTP.
import http from 'node:http'
import https from 'node:https'

const setting = (/** @type {string} */ name) => process.env[name]?.trim() || undefined
const domain = setting('WAYPOST_DOMAIN')
const options = { host: '127.0.0.1', path: '/healthz', timeout: 4_000 }
/** @param {http.IncomingMessage} response */
const answered = (response) => process.exit(response.statusCode === 200 ? 0 : 1)
const request = domain
  ? // The certificate is for the name, which may lead elsewhere from in here.
    https.get({ ...options, port: setting('WAYPOST_HTTPS_PORT') ?? 443, servername: domain, rejectUnauthorized: false }, answered)
  : http.get({ ...options, port: setting('WAYPOST_PORT') ?? 4280 }, answered)
request.on('timeout', () => process.exit(1)).on('error', () => process.exit(1))
