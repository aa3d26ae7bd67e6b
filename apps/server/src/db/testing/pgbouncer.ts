import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../../../scripts/free-port.ts';
import { findIdentity } from './postgres.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

export interface PgBouncerForTest {
  /** The database of the address that it was started for, by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

export type PoolMode = 'session' | 'transaction' | 'statement';

/**
 * Starts a PgBouncer in front of a database. The program is the machine's; as root it is installed from Debian's package
 * when missing. There is no skipping: without it the tests fail.
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: PoolMode,
  settings: readonly string[] = [],
): Promise<PgBouncerForTest> {
  install();
  const identity = findIdentity();
  const folder = await mkdtemp(join(tmpdir(), 'telltale-pgbouncer-'));
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const ownPort = await freePort();
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" ""\n`);
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${port} dbname=${database}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  if (identity.uid !== undefined && identity.gid !== undefined)
    for (const path of [folder, file, users]) await chown(path, identity.uid, identity.gid);
  const child = spawn(PROGRAM, [file], { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${said.join('\n')}`)));
  });
  return {
    url: `postgres://${username}@127.0.0.1:${ownPort}/${database}`,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function install(): void {
  if (existsSync(PROGRAM)) return;
  if (process.getuid?.() === 0) {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], quiet);
  }
  if (!existsSync(PROGRAM))
    throw new Error('These tests need PgBouncer. Install it (Debian: sudo apt-get install pgbouncer).');
}
