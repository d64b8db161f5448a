import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

// Generates a client from the document with a generator for each language, compiles it, and makes a call with it. Generators and the
// dependencies of their clients come from the languages' registries, in these versions.

interface Generator {
  name: string
  needs: readonly string[]
  files: Record<string, string>
  /** Where it installs programs that the commands use. */
  programs: string
  /** Each runs in the generator's folder, beside `openapi.json`. */
  commands: readonly (readonly string[])[]
  /** Makes the call and prints the push's iden. It gets the server and the token from the environment. */
  run: readonly string[]
}

const sent = 'sent by a generated client'

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript, with openapi-fetch',
    needs: ['npm'],
    programs: 'node_modules/.bin',
    files: {
      'package.json': JSON.stringify({
        private: true,
        type: 'module',
        dependencies: {
          '@types/node': '24.19.4',
          'openapi-fetch': '0.17.0',
          'openapi-typescript': '7.13.0',
          typescript: '5.9.3',
        },
      }),
      'client.ts': `import createClient from 'openapi-fetch'
import type { paths } from './api.js'

const { WAYPOST_URL = '', WAYPOST_TOKEN = '' } = process.env
const client = createClient<paths>({ baseUrl: WAYPOST_URL, headers: { 'Access-Token': WAYPOST_TOKEN } })
const { data, error } = await client.POST('/v2/pushes', { body: { type: 'note', body: '${sent}' } })
if (!data) throw new Error(error.error.message)
console.log(data.iden)
`,
    },
    commands: [
      ['npm', 'install', '--no-audit', '--no-fund', '--silent'],
      ['openapi-typescript', 'openapi.json', '-o', 'api.ts'],
      [
        'tsc',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--types',
        'node',
        '--outDir',
        'out',
        'client.ts',
        'api.ts',
      ],
    ],
    run: [process.execPath, 'out/client.js'],
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    programs: 'venv/bin',
    files: {
      'config.yml': 'post_hooks: []\n',
      'client.py': `import importlib, os, pkgutil
import waypost_client
from waypost_client import AuthenticatedClient
from waypost_client.api.pushes import create_push
from waypost_client.models import CreatePushBody, Push

# A module that names what it does not import fails only here.
for module in pkgutil.walk_packages(waypost_client.__path__, "waypost_client."):
    importlib.import_module(module.name)

client = AuthenticatedClient(base_url=os.environ["WAYPOST_URL"], token=os.environ["WAYPOST_TOKEN"])
push = create_push.sync(client=client, body=CreatePushBody(body="${sent}"))
assert isinstance(push, Push), push
print(push.iden)
`,
    },
    commands: [
      ['python3', '-m', 'venv', 'venv'],
      ['pip', 'install', '--quiet', 'openapi-python-client==0.29.1'],
      [
        'openapi-python-client',
        'generate',
        '--path',
        'openapi.json',
        '--config',
        'config.yml',
        '--meta',
        'none',
        '--output-path',
        'waypost_client',
        '--overwrite',
      ],
    ],
    run: ['venv/bin/python', 'client.py'],
  },
  {
    name: 'ogen, for Go',
    needs: ['go'],
    programs: '.',
    files: {
      'go.mod': 'module client\n\ngo 1.25.0\n\nrequire github.com/ogen-go/ogen v1.25.0\n',
      'main.go': `package main

import (
	"context"
	"fmt"
	"os"

	"client/api"
	"github.com/ogen-go/ogen/ogenerrors"
)

type token struct{}

func (token) Basic(context.Context, api.OperationName) (api.Basic, error) {
	return api.Basic{}, ogenerrors.ErrSkipClientSecurity
}

func (token) Bearer(context.Context, api.OperationName) (api.Bearer, error) {
	return api.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (token) TokenHeader(context.Context, api.OperationName) (api.TokenHeader, error) {
	return api.TokenHeader{APIKey: os.Getenv("WAYPOST_TOKEN")}, nil
}

func main() {
	client, err := api.NewClient(os.Getenv("WAYPOST_URL"), token{})
	if err != nil {
		panic(err)
	}
	result, err := client.CreatePush(context.Background(), &api.CreatePushReq{Body: api.NewOptNilString("${sent}")})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.(*api.PushHeaders).Response.Iden)
}
`,
    },
    commands: [
      ['go', 'run', 'github.com/ogen-go/ogen/cmd/ogen@v1.25.0', '--target', 'api', '--package', 'api', '--clean', 'openapi.json'],
      ['go', 'mod', 'tidy'],
      ['go', 'build', '-o', 'client', '.'],
    ],
    run: ['./client'],
  },
  {
    name: 'oapi-codegen, for Go',
    needs: ['go'],
    programs: '.',
    files: {
      'go.mod': 'module client\n\ngo 1.25.0\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n',
      'main.go': `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"client/api"
)

func main() {
	client, err := api.NewClientWithResponses(os.Getenv("WAYPOST_URL"), api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Access-Token", os.Getenv("WAYPOST_TOKEN"))
		return nil
	}))
	if err != nil {
		panic(err)
	}
	body := "${sent}"
	response, err := client.CreatePushWithResponse(context.Background(), api.CreatePushJSONRequestBody{Body: &body})
	if err != nil {
		panic(err)
	}
	fmt.Println(response.JSON200.Iden)
}
`,
      'api/.keep': '',
    },
    commands: [
      [
        'go',
        'run',
        'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
        '-generate',
        'types,client',
        '-package',
        'api',
        '-o',
        'api/api.go',
        'openapi.json',
      ],
      ['go', 'mod', 'tidy'],
      ['go', 'build', '-o', 'client', '.'],
    ],
    run: ['./client'],
  },
  {
    name: 'openapi-to-rust',
    needs: ['cargo'],
    programs: 'bin',
    files: {
      // Its dependencies are those listed in `REQUIRED_DEPS.toml`, without TLS.
      'Cargo.toml': `[package]
name = "client"
version = "0.0.0"
edition = "2024"

[profile.dev]
debug = false
incremental = false

[dependencies]
bytes = { version = "1", features = ["serde"] }
futures-util = "0.3"
reqwest = { version = "0.13", default-features = false, features = ["multipart", "query", "stream"] }
reqwest-middleware = { version = "0.5", default-features = false, features = ["multipart", "query"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
thiserror = "2"
tokio = { version = "1", features = ["macros", "rt"] }
`,
      'src/main.rs': `#[allow(warnings)]
mod generated;

use generated::client::HttpClient;
use generated::types::CreatePushRequest;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let variable = |name| std::env::var(name).expect(name);
    let client = HttpClient::new().with_base_url(variable("WAYPOST_URL")).with_api_key(variable("WAYPOST_TOKEN"));
    let request = CreatePushRequest { body: Some(Some("${sent}".into())), ..Default::default() };
    println!("{}", client.create_push(request).await.expect("a push").iden);
}
`,
    },
    commands: [
      // Building the generator takes a quarter of an hour, the first time.
      ['cargo', 'install', '--quiet', '--locked', '--root', '.', 'openapi-to-rust@0.23.0'],
      ['openapi-to-rust', 'generate', 'openapi.json', '--output-dir', 'src/generated', '--quiet'],
      ['cargo', 'build', '--quiet'],
    ],
    run: ['target/debug/client'],
  },
]

const root = join(import.meta.dirname, '../../../..')
const cache = join(root, 'node_modules/.cache/waypost-generators')

let server: TestServer
let token: string
let document: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ token } = await server.signUp('generators@example.org'))
  document = JSON.stringify((await server.request('/openapi.json')).body)
})
afterAll(() => server.close())

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

for (const generator of generators) {
  const missing = generator.needs.filter((program) => !isOnPath(program))
  // The last lines only count skipped tests.
  if (missing.length > 0) console.log(`${generator.name} is not tried: ${missing.join(' and ')} is not on the PATH.`)
  test.skipIf(missing.length > 0)(
    `the client that ${generator.name} makes of the document compiles, and sends a push`,
    async () => {
      const folder = join(cache, generator.name.replace(/\W+/g, '-'))
      for (const [name, text] of Object.entries({ ...generator.files, 'openapi.json': document })) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      rmSync(join(folder, 'go.sum'), { force: true })
      for (const command of generator.commands) await run(generator, folder, command)
      const iden = (await run(generator, folder, generator.run)).trim()
      expect((await server.request(`/v2/pushes/${iden}`, { token })).body).toMatchObject({ iden, body: sent })
    },
  )
}

async function run({ programs }: Generator, folder: string, [program = '', ...words]: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    PATH: [join(folder, programs), process.env.PATH].join(delimiter),
    WAYPOST_URL: server.origin,
    WAYPOST_TOKEN: token,
  }
  try {
    return (await promisify(execFile)(program, words, { cwd: folder, env, maxBuffer: 64 * 2 ** 20 })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error([program, ...words, '\n', stdout?.slice(-4_000), stderr?.slice(-4_000)].join(' '), { cause: error })
  }
}
