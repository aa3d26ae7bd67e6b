import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { freePort } from '../../../../../scripts/free-port.ts';
import { postgresDialect } from '../dialects/postgres-dialect.ts';

const OLDEST_MAJOR = 15;
const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** PostgreSQL refuses root; whoever runs the tests as root has one of these. */
const UNPRIVILEGED = ['postgres', 'nobody'];
const SERVER_USER = 'telltale';
const RETRY_MS = 50;

export interface PostgresForTest {
  /** The address of a database of this server. */
  urlOf(database: string): string;
  /** Runs a command that is about a whole database. */
  run(command: string): Promise<void>;
  /**
   * Stops it as a power cut would, and starts it again on the same data and port. `meanwhile` runs while it is away. Killed, it
   * leaves behind processes that end by themselves, soon.
   */
  restart(meanwhile?: () => Promise<void>, signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

export interface Identity {
  uid?: number;
  gid?: number;
}

/**
 * Starts a PostgreSQL of its own on a free port, in a temporary folder, without fsync. Its programs are the machine's;
 * as root they are installed from Debian's package when missing. There is no skipping: without them the tests fail.
 */
export async function startPostgresForTest(): Promise<PostgresForTest> {
  const programs = findPrograms() ?? installPrograms();
  const identity = findIdentity();
  const folder = await mkdtemp(join(tmpdir(), 'telltale-pg-'));
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(folder, identity.uid, identity.gid);
  const options = { ...identity, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const data = join(folder, 'data');
  await makeCluster(join(programs, 'initdb'), data, options);

  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
    'shared_buffers=16MB',
    'log_min_messages=warning',
  ];
  const begin = async () => {
    const words = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(join(programs, 'postgres'), words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    await ready(server);
    // SIGQUIT: at once, without writing out what is thrown away with the folder.
    return async (signal: 'SIGQUIT' | 'SIGKILL') => {
      server.kill(signal);
      await ended;
    };
  };
  let end = await begin();
  const urlOf = (database: string) => `postgres://${SERVER_USER}@127.0.0.1:${port}/${database}`;
  return {
    urlOf,
    run: (command) => runOnPostgres(urlOf('postgres'), command),
    async restart(meanwhile, signal = 'SIGQUIT') {
      await end(signal);
      await meanwhile?.();
      end = await beginAgain(begin);
    },
    async stop() {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** It refuses to start as long as processes of the one before have its memory. */
async function beginAgain<T>(begin: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('pre-existing shared memory'))) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** While it is made others go on: test files that ask for other things of the process that starts it. */
async function makeCluster(initdb: string, data: string, options: SpawnOptions): Promise<void> {
  const words = ['-D', data, '-U', SERVER_USER, '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  const child = spawn(initdb, words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const said = await text(child.stderr as NodeJS.ReadableStream);
  const [code] = await ended;
  if (code !== 0) throw new Error(`initdb failed: ${said}`);
}

/** Runs a command on the database at the address, over a connection for it alone. */
export async function runOnPostgres(url: string, command: string): Promise<void> {
  const db = new Kysely<never>({ dialect: postgresDialect(url, () => undefined) });
  try {
    await sql.raw(command).execute(db);
  } finally {
    await db.destroy();
  }
}

/** Resolves once it accepts connections; it says so whatever its log level is. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    createInterface({ input: server.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      said.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  });
}

/** The folder of initdb and postgres, of the newest version that is new enough. */
function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).map(Number).filter(Number.isInteger) : [];
  const newest = versions.filter((version) => version >= OLDEST_MAJOR).sort((a, b) => b - a);
  const folders = [
    ...newest.map((version) => join(DEBIAN_FOLDER, String(version), 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

function installPrograms(): string {
  if (process.getuid?.() === 0) {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], quiet);
  }
  const installed = findPrograms();
  if (installed === undefined) {
    throw new Error(
      `These tests need PostgreSQL ${OLDEST_MAJOR} or newer. Install it (Debian: sudo apt-get install postgresql).`,
    );
  }
  return installed;
}

/** As whom a server is started that refuses root. */
export function findIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = UNPRIVILEGED.map((name) => users.find(([user]) => user === name)).find((user) => user !== undefined);
  if (!found) throw new Error(`PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}.`);
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
