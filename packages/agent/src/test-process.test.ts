import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

test.skipIf(process.platform === 'win32')('the processes of a killed test are killed, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-process-'))
  const program = join(folder, 'killed.ts')
  const module = JSON.stringify(join(import.meta.dirname, 'test-process.ts'))
  writeFileSync(
    program,
    `import { spawn } from 'node:child_process'
    import { once } from 'node:events'
    import { killedWithParent } from ${module}
    const start = () => spawn('sleep', ['600'], { stdio: 'ignore' })
    const [first, ended, last] = [killedWithParent(start()), killedWithParent(start()), killedWithParent(start())]
    const other = start()
    ended.kill()
    await once(ended, 'exit')
    console.log(JSON.stringify([first, last, other].map(({ pid }) => pid)))`,
  )
  const killed = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(killed.stdout, 'data')
  const [first, last, other] = JSON.parse(String(line)) as [number, number, number]
  try {
    expect([first, last, other].map(isThere)).toEqual([true, true, true])
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    await vi.waitFor(() => expect([first, last].map(isThere)).toEqual([false, false]), { interval: 10 })
    expect(isThere(other)).toBe(true)
  } finally {
    for (const pid of [first, last, other]) if (isThere(pid)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Whether a process is running; a zombie is not. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    return process.platform !== 'linux'
  }
}
