import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPicture } from './sms-picture.ts'

test('a picture that is too large for a text is refused with the limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-sms-picture-'))
  try {
    const path = join(folder, 'photo.jpg')
    writeFileSync(path, 'x')
    truncateSync(path, 64 * 2 ** 20 + 1)
    await expect(readPicture(path)).rejects.toThrow(`${path} is too large for a text: at most 64 MB can be scaled down.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
