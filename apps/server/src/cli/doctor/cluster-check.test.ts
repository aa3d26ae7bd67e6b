import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type NatsServers, type NatsServersOptions, startNatsServers } from '#cluster/testing/nats-servers.ts';
import type { ClusterConfig } from '#config/cluster-settings.ts';
import { DatabaseHold } from '#db/hold/database-hold.ts';
import { NodeHold } from '#db/hold/node-hold.ts';
import { createMigratedDatabase } from '#db/testing/migrated.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { checkCluster } from './cluster-check.ts';
import { checkRecords } from './machine-checks.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const started: NatsServers[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const servers of started.splice(0)) await servers.stop();
});
afterAll(() => folder.remove());

async function start(count: 1 | 3, options?: NatsServersOptions): Promise<NatsServers> {
  const servers = await startNatsServers(count, options);
  started.push(servers);
  return servers;
}

async function saidOf(servers: NatsServers, changed: Partial<ClusterConfig> = {}): Promise<string[]> {
  const cluster = { ...servers.address, node: 'one', filesFolder: folder.path, ...changed };
  return (await checkCluster({ cluster })).map(({ what, state, text }) => `${what} ${state}: ${text}`);
}

/** What a tool of this version answers. */
const said = (version: number) => `echo 'pg_tool (PostgreSQL) ${version}.1 (Debian)'`;

const FOLDER = expect.stringMatching(/^Folder of all nodes ok/);

it('finds nothing where there is one process, and nothing wrong with three servers', async () => {
  expect(await checkCluster({})).toEqual([]);
  const said = await saidOf(await start(3));
  expect(said).toEqual([
    expect.stringMatching(/^NATS ok: Version \d+\.\d+\.\d+ answers, with JetStream/),
    expect.stringMatching(/^Copies ok: 3 servers/),
    expect.stringMatching(/^Streams ok: There are none yet/),
    FOLDER,
  ]);
});

it('names a server that is missing, and says when too few are left', async () => {
  const servers = await start(3);
  const [first, second, third] = servers.servers;
  await third?.kill();
  await expect
    .poll(() => saidOf(servers), { timeout: 40_000 })
    .toContainEqual(
      expect.stringMatching(
        new RegExp(`^NATS warning: A server of TELLTALE_CLUSTER_URL is missing: .*127.0.0.1:${third?.port}`),
      ),
    );
  await second?.kill();
  expect(await saidOf(servers)).toContainEqual(expect.stringMatching(/^(NATS|Copies) fault: JetStream .*majority/));
  await first?.kill();
  expect(await saidOf(servers)).toEqual([
    expect.stringMatching(/^NATS fault: It cannot be used \(TELLTALE_CLUSTER_URL\): none of the servers/),
    FOLDER,
  ]);
});

it('warns of a single server, and refuses one without JetStream or with another password', async () => {
  const single = await start(1, { user: 'portal', password: 'secret' });
  expect(await saidOf(single)).toEqual([expect.stringMatching(/^Copies warning: One NATS server.*three/), FOLDER]);
  const wrong = await saidOf(single, { password: 'other' });
  expect(wrong).toEqual([expect.stringMatching(/^NATS fault: .*refused the user or the password/), FOLDER]);
  const without = await start(1, { jetstream: false });
  expect(await saidOf(without)).toEqual([expect.stringMatching(/^NATS fault: .*without JetStream/), FOLDER]);
  const filesFolder = join(folder.path, 'nowhere');
  expect(await saidOf(single, { filesFolder })).toContainEqual(
    expect.stringMatching(/^Folder of all nodes fault: .*nowhere \(TELLTALE_FILES\)/),
  );
});

it.each([
  ['none of them', {}, /^pg_dump and pg_restore cannot be run here\. Install postgresql-client \d+ or newer/],
  ['a wrapper around nothing', { pg_dump: 'exit 1', pg_restore: said(99) }, /^pg_dump cannot be run here/],
  [
    'older ones',
    { pg_dump: said(13), pg_restore: said(13) },
    /^pg_dump is of version 13, and PostgreSQL of \d+\. Inst/,
  ],
])('tells where backups of PostgreSQL are made by %s', async (_, scripts: Record<string, string>, text) => {
  const database = await createMigratedDatabase();
  const tools = await mkdtemp(join(folder.path, 'tools-'));
  for (const [name, script] of Object.entries(scripts))
    await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  vi.stubEnv('PATH', tools);
  const config = { databaseUrl: database.url, dataFolder: folder.path };
  const expected = { what: 'PostgreSQL', text: expect.stringMatching(text) };
  try {
    expect(await checkRecords(config)).toEqual([{ ...expected, state: 'warning' }]);
    expect(await checkRecords({ ...config, backupFolder: folder.path })).toEqual([{ ...expected, state: 'fault' }]);
  } finally {
    vi.unstubAllEnvs();
    await database.drop();
  }
});

it('asks PostgreSQL that is there for its version', async () => {
  const database = await createMigratedDatabase();
  const [found] = await checkRecords({ databaseUrl: database.url, dataFolder: folder.path });
  expect([found?.state, found?.text]).toEqual(['ok', expect.stringMatching(/^Version \d+/)]);
  // A node that is not started yet finds nothing in its way where others run, and everything where a portal of one process does.
  const cluster = { servers: [], node: 'two', filesFolder: folder.path };
  const config = { databaseUrl: database.url, dataFolder: folder.path, cluster };
  const other = await NodeHold.take(database.url, { id: 'one' });
  expect(await checkRecords(config)).toMatchObject([{ state: 'ok' }]);
  expect(await checkRecords({ databaseUrl: database.url, dataFolder: folder.path })).toMatchObject([
    { state: 'warning' },
  ]);
  await other.release();
  const alone = await DatabaseHold.take(database.url);
  expect(await checkRecords(config)).toMatchObject([
    { state: 'warning', text: expect.stringMatching(/Stop that one/) },
  ]);
  await alone.release();
  await database.drop();
});
