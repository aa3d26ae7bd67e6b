import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type PostgresForTest, startPostgresForTest } from '@telltale/server/db/testing/postgres.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { Chdb } from './chdb.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE = { timeout: 120_000, interval: 500 };

let folder: string;
let chdb: Chdb;
let postgres: PostgresForTest;
let blocks: string[];
/** What the first block of the guide says for whoever reads it. */
let named: Record<string, string>;

beforeAll(async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/cluster.md'), 'utf8');
  blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  folder = await mkdtemp(join(tmpdir(), 'telltale-guide-'));
  [chdb, postgres] = await Promise.all([Chdb.start(), startPostgresForTest()]);
  const { username, password, host } = new URL(chdb.url(''));
  const ports = await Promise.all(Array.from({ length: 5 }, () => freePort()));
  const [natsPort, one, oneMqtt, two, twoMqtt] = ports.map(String) as [string, string, string, string, string];
  named = {
    CLUSTER: join(folder, 'cluster'),
    NATS_PORT: natsPort,
    POSTGRES: new URL(postgres.urlOf('')).host,
    POSTGRES_ADMIN: postgres.urlOf('postgres'),
    CLICKHOUSE: host,
    CLICKHOUSE_ADMIN: `${username}:${decodeURIComponent(password)}`,
    CLICKHOUSE_USER: `${username}:${password}`,
    ONE: one,
    ONE_MQTT: oneMqtt,
    TWO: two,
    TWO_MQTT: twoMqtt,
    PASSWORD: 'a-long-one-of-the-test',
  };
}, 300_000);
afterAll(async () => {
  for (const name of ['one/portal.pid', 'two/portal.pid', 'nats.pid']) await end(join(named.CLUSTER ?? '', name));
  await chdb?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

async function end(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended as the guide says.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The one block of the guide that says this, run as a reader would; answers what it printed. */
async function run(says: string): Promise<string> {
  const found = blocks.filter((block) => block.includes(says));
  expect(found).toHaveLength(1);
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, TMPDIR: tmpdir(), ...named };
  const child = spawn('sh', ['-ec', found[0] ?? ''], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // What it leaves running has logs of its own.
  const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${found[0]}\nended with ${code}: ${output}${errors}`);
  return output;
}

it('says by which names its lines call what is there', () => {
  const names = [...(blocks[0] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(named));
});

it('leads from nothing to two nodes, of which one may die', async () => {
  await run('nats-server -js');
  await run('common.env" <<END');
  expect(await run('TELLTALE_NODE=one')).toContain('"status":"ok"');
  expect(await run('TELLTALE_NODE=two')).toContain('"status":"ok"');
  await run('asset add');
  await vi.waitFor(async () => expect((await run('auth/login')).match(/"value":4\.2\b/g)).toHaveLength(2), PATIENCE);
  await run('kill -9');
  const cookies = (await readFile(join(named.CLUSTER ?? '', 'cookies'), 'utf8')).trim().split('\n').at(-1)?.split('\t');
  const assetId = / is asset (\d+)/.exec(await readFile(join(named.CLUSTER ?? '', 'asset'), 'utf8'))?.[1];
  const valuesAtTwo = async (): Promise<string> => {
    const url = `http://127.0.0.1:${named.TWO}/api/ef/assets/${assetId}/dataitems`;
    return (
      await fetch(url, { headers: { 'x-requested-with': 'Telltale', cookie: `${cookies?.at(-2)}=${cookies?.at(-1)}` } })
    ).text();
  };
  await vi.waitFor(async () => expect(await valuesAtTwo()).toContain('"value":4.3'), PATIENCE);
  expect(await run('TELLTALE_NODE=one')).toContain('"status":"ok"');
  await vi.waitFor(async () => expect((await run('auth/login')).match(/"value":4\.3\b/g)).toHaveLength(2), PATIENCE);
  await end(join(named.CLUSTER ?? '', 'one/portal.pid'));
  await run('nats.pid")"');
  // The first start builds the web client where that is not there yet.
}, 900_000);
