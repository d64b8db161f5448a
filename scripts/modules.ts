import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { sourceFiles } from './source.ts'

interface Workspace {
  folder: string
  /** The `exports` of its package.json: path in the package by import path. */
  exports: Record<string, string>
}

/** Paths of all modules: those of the packages, the stories, the benchmarks and the scripts. */
export function moduleFiles(root: string): string[] {
  const inPackages = packageNames(root).flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`])
  const folders = [...inPackages, 'e2e', 'bench', 'scripts']
  return folders.flatMap((folder) => sourceFiles(join(root, folder), /\.[mc]?[jt]sx?$/))
}

/** The packages of this workspace by name. */
export function readPackages(root: string): Map<string, Workspace> {
  const packages = new Map<string, Workspace>()
  for (const part of packageNames(root)) {
    const folder = join(root, 'packages', part)
    if (!existsSync(join(folder, 'package.json'))) continue
    const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    packages.set(name, { folder, exports })
  }
  return packages
}

/** The path of the file that an import in `file` resolves to; undefined when it is outside of the project. */
export function resolveImport(packages: Map<string, Workspace>, file: string, specifier: string): string | undefined {
  const module = specifier.replace(/\?.*$/, '')
  if (module.startsWith('.')) return resolve(dirname(file), module)
  for (const [name, { folder, exports }] of packages) {
    if (module !== name && !module.startsWith(`${name}/`)) continue
    const path = `.${module.slice(name.length)}`
    const pattern = Object.keys(exports).find((key) => key.endsWith('/*') && path.startsWith(key.slice(0, -1)))
    const star = pattern && exports[pattern]?.replace('*', path.slice(pattern.length - 1))
    return join(folder, exports[path] ?? (path === '.' ? 'src/index.ts' : (star ?? path)))
  }
  return undefined
}

/** Whether a file is a test, a contract or a test helper (`test-server`). */
export function isTest(file: string): boolean {
  return /\.(test|contract)\.tsx?$/.test(file) || basename(file).startsWith('test-')
}

function packageNames(root: string): string[] {
  return existsSync(join(root, 'packages')) ? readdirSync(join(root, 'packages')) : []
}
