// Builds the commands that install and start the companion on each system.

/** The systems with installation commands; a `server` has no browser and no permanent login session. */
export const systems = ['linux', 'mac', 'windows', 'server', 'android'] as const
export type System = (typeof systems)[number]

export const isSystem = (name: string | undefined): name is System => systems.some((system) => system === name)

interface CompanionLines {
  node: string[]
  /** For a user without root. */
  npm: string[]
  /** Without npm: a single file and a way to start it. Absent if npm is always available. */
  file?: string[]
  verify?: string[]
  path?: string[]
  signIn: string[]
  run: string[]
}

const bin = '~/.local/bin'

/** @param origin of the server, e.g. `https://push.example.org` */
export function companionLines(system: System, origin: string, sha256?: string): CompanionLines {
  const archive = `${origin}/apps/waypost.tgz`
  const file = `${origin}/apps/waypost.mjs`
  const signIn = [`waypost login --server ${origin}`]
  if (system === 'windows') {
    return {
      node: ['node --version'],
      npm: [`npm install -g ${archive}`],
      // For Windows PowerShell 5.1, which is part of Windows 10 and 11.
      file: [
        'New-Item -ItemType Directory -Force "$HOME\\waypost" | Out-Null',
        `Invoke-WebRequest ${file} -OutFile "$HOME\\waypost\\waypost.mjs"`,
        `Set-Content "$HOME\\waypost\\waypost.cmd" '@node "%~dp0waypost.mjs" %*'`,
        '$env:Path += ";$HOME\\waypost"',
      ],
      ...(sha256 && { verify: [`(Get-FileHash "$HOME\\waypost\\waypost.mjs").Hash -eq "${sha256}"`] }),
      signIn,
      run: ['waypost run --install'],
    }
  }
  if (system === 'android') {
    return {
      node: ['pkg install -y nodejs termux-api'],
      npm: [`npm install -g ${archive}`],
      signIn,
      run: ['waypost settings set phone termux', 'waypost run --install'],
    }
  }
  const sum = system === 'mac' ? 'shasum -a 256 --check' : 'sha256sum --check'
  const profile = system === 'mac' ? '~/.zprofile' : '~/.profile'
  return {
    node: ['node --version'],
    npm: [`npm install -g --prefix ~/.local ${archive}`],
    // Node.js resolves the link, and needs the file extension of its target.
    file: [
      `mkdir -p ${bin}`,
      `curl -fL ${file} -o ${bin}/waypost.mjs`,
      `chmod +x ${bin}/waypost.mjs`,
      `ln -sf waypost.mjs ${bin}/waypost`,
    ],
    ...(sha256 && { verify: [`echo "${sha256}  $HOME/.local/bin/waypost.mjs" | ${sum}`] }),
    path: ['export PATH="$HOME/.local/bin:$PATH"', `echo 'export PATH="$HOME/.local/bin:$PATH"' >> ${profile}`],
    signIn: system === 'server' ? [`${signIn[0]} --code`] : signIn,
    run: system === 'server' ? ['waypost run --install', 'loginctl enable-linger'] : ['waypost run --install'],
  }
}
