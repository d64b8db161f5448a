import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../prepare.mjs'
import { images } from './images.ts'
import { logsOf, podman } from './podman.ts'
import { healthy, inspect, type Json, publishedOrigin } from './test-containers.ts'

const folder = join(root, 'deploy')
function documents(file: string): Json[] {
  const program = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))'
  return JSON.parse(execFileSync('python3', ['-c', program], { input: readFileSync(join(folder, file)), encoding: 'utf8' }))
}

const [secret] = documents('kubernetes/secret.example.yaml')
const [ingress] = documents('kubernetes/ingress.yaml')
let image: Json

beforeAll(async () => {
  ;[image] = JSON.parse(await podman('image', 'inspect', images.waypost))
})

afterEach(async () => {
  await podman('rm', '--all', '--force', '--time=0')
  await podman('volume', 'prune', '--force')
})

describe.each([
  { file: 'kubernetes/one-node.yaml', kinds: ['StatefulSet', 'Service'], replicas: 1 },
  { file: 'kubernetes/cluster.yaml', kinds: ['Deployment', 'Service', 'PodDisruptionBudget'], replicas: 2 },
])('$file', ({ file, kinds, replicas }) => {
  const all = documents(file)
  const [workload, service, budget] = all
  const { template } = workload.spec
  const [container] = template.spec.containers

  test('is complete, and its references resolve', () => {
    expect(all.map(({ kind }) => kind)).toEqual(kinds)
    for (const { apiVersion, metadata } of [...all, secret, ingress]) {
      expect(apiVersion).toMatch(/^(v1|apps\/v1|policy\/v1|networking\.k8s\.io\/v1)$/)
      expect(metadata.name).toBe('waypost')
    }
    expect(workload.spec.replicas).toBe(replicas)
    expect(workload.spec.selector.matchLabels).toEqual(template.metadata.labels)
    expect(service.spec.selector).toEqual(template.metadata.labels)
    if (budget) expect(budget.spec.selector.matchLabels).toEqual(template.metadata.labels)
    if (budget) expect(budget.spec.minAvailable).toBeLessThan(replicas)
    if (workload.kind === 'StatefulSet') expect(workload.spec.serviceName).toBe(service.metadata.name)
    expect(container.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }])
    // The port has the same name from the container to the ingress.
    const [port] = container.ports
    expect(service.spec.ports).toEqual([{ name: port.name, port: 80, targetPort: port.name }])
    const { backend } = ingress.spec.rules[0].http.paths[0]
    expect(backend.service).toEqual({ name: service.metadata.name, port: { name: port.name } })
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) expect(container[probe].httpGet.port).toBe(port.name)
    const claims = workload.spec.volumeClaimTemplates?.map(({ metadata }: Json) => metadata.name) ?? []
    const volumes = [...claims, ...(template.spec.volumes ?? []).map(({ name }: Json) => name)]
    expect(container.volumeMounts.map(({ name }: Json) => name)).toEqual(volumes)
  })

  test('runs the image as it was made to run', () => {
    const [user, group] = image.Config.User.split(':').map(Number)
    expect(template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: group,
      fsGroup: group,
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(image.Config.ExposedPorts).toHaveProperty([`${container.ports[0].containerPort}/tcp`])
    expect(container.volumeMounts.map(({ mountPath }: Json) => mountPath)).toEqual(Object.keys(image.Config.Volumes))
    // Kubernetes adds variables for each Service, one of which would be WAYPOST_PORT.
    expect(template.spec.enableServiceLinks).toBe(false)
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15)
  })

  test('its probes are answered, and its stop hook ends well', async () => {
    await podman('run', '--detach', '--name=probed', '--publish=127.0.0.1::4280', images.waypost)
    await healthy('probed')
    const origin = await publishedOrigin('probed')
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect((await fetch(origin + container[probe].httpGet.path)).status).toBe(200)
    const { command } = container.lifecycle?.preStop.exec ?? { command: ['node', '--version'] }
    await podman('exec', 'probed', ...command)
  })
})

test('the Secret has only settings that are documented, and the server accepts them', async () => {
  const settings = Object.keys(secret.stringData)
  expect(settings.filter((name) => !documentedSettings().has(name))).toEqual([])
  const environment = settings.map((name) => `--env=${name}=${secret.stringData[name]}`)
  await podman('run', '--detach', '--name=set', '--network=none', ...environment, images.waypost)
  await vi.waitFor(async () => expect(await inspect('set', '.State.Status')).toBe('exited'))
  // All settings are read before the first engine is contacted.
  expect(await logsOf('set')).toMatch(/^(The database postgres|NATS at nats)\.example\.org\S* cannot be used: /)
})

test.each(['compose.yaml', 'compose.cluster.yaml'])('%s gives no container more than it needs', (file) => {
  const [{ services, volumes }] = documents(file)
  for (const [name, service] of Object.entries<Json>(services)) {
    const { read_only, cap_drop, security_opt, restart, cap_add = [] } = service
    expect({ name, read_only, cap_drop, security_opt, restart }).toEqual({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
    })
    // The balancer's executable is marked as needing it.
    expect(cap_add).toEqual(name === 'balancer' ? ['NET_BIND_SERVICE'] : [])
    for (const key of ['privileged', 'network_mode', 'pid', 'ipc', 'userns_mode', 'devices'])
      expect(service).not.toHaveProperty(key)
    for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty([other])
    for (const mount of service.volumes ?? []) {
      const [source] = mount.split(':')
      if (source.startsWith('./')) expect(readFileSync(join(folder, source)).length).toBeGreaterThan(0)
      else expect(volumes).toHaveProperty([source])
    }
  }
})

/** The names in the table of settings, where `_KEY` after `WAYPOST_S3_ENDPOINT` means `WAYPOST_S3_KEY`. */
function documentedSettings(): Set<string> {
  const found = new Set<string>()
  for (const [, cell = ''] of readFileSync(join(root, 'docs/self-hosting.md'), 'utf8').matchAll(/^\| (`WAYPOST_[^|]+) \|/gm)) {
    const [first = '', ...others] = [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    for (const name of [first, ...others]) found.add(name.startsWith('_') ? first.replace(/_[A-Z]+$/, name) : name)
  }
  return found
}
