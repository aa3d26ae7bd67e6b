import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { DatabaseHold } from '#db/hold/database-hold.ts';
import { createMigratedDatabase } from '#db/testing/migrated.ts';
import type { Foundation } from '../../wiring/foundation.ts';
import { ClusterConnection } from '../connection/cluster-connection.ts';
import { startNatsServers } from '../testing/nats-servers.ts';
import { type NodeWorld, openNodeWorld } from '../testing/node-world.ts';
import { PORTAL_BUCKET } from './fingerprints.ts';
import { KEPT_FORMAT } from './kept-format.ts';

const LISTINGS = 300;

let world: NodeWorld;
const opened: Foundation[] = [];
beforeEach(async () => {
  world = await openNodeWorld();
}, 60_000);
afterEach(async () => {
  for (const node of opened.splice(0).reverse()) await node.closing.disposeAsync();
  await world.close();
}, 60_000);

async function open(...args: Parameters<NodeWorld['openNode']>): Promise<Foundation> {
  const node = await world.openNode(...args);
  opened.push(node);
  return node;
}

const nodesOf = ({ cluster }: Foundation) => {
  if (!cluster) throw new Error('It is no node.');
  return cluster.nodes;
};
const names = (node: Foundation) =>
  nodesOf(node)
    .living()
    .map(({ name }) => name)
    .sort();

describe('nodes of a portal', () => {
  it('know one another, and who has left', async () => {
    const [one, two] = [await open('one'), await open('two')];
    await expect
      .poll(() => [names(one), names(two)])
      .toEqual([
        ['one', 'two'],
        ['one', 'two'],
      ]);
    const left: string[] = [];
    const { id } = nodesOf(two).me;
    nodesOf(one).onLeft(({ name }) => left.push(name));
    expect(await nodesOf(one).hasLease(id)).toBe(true);
    await two.closing.disposeAsync();
    opened.pop();
    await expect.poll(() => left).toEqual(['two']);
    await expect.poll(() => nodesOf(one).hasLease(id)).toBe(false);
    expect(names(one)).toEqual(['one']);
    expect(nodesOf(one).isSound).toBe(true);
  }, 60_000);

  it('list their leases, however often these are written anew meanwhile', async () => {
    const all = [await open('one'), await open('two')].map((node) => nodesOf(node).me.id).sort();
    const listed = new Set<string>();
    for (let n = 0; n < LISTINGS; n++) {
      const leases = await nodesOf(opened[n % 2] as Foundation).leases();
      listed.add(JSON.stringify(leases.map(({ id }) => id).sort()));
    }
    expect([...listed]).toEqual([JSON.stringify(all)]);
  }, 60_000);

  it('and a portal of one process keep each other out of a database', async () => {
    const times = { beatMs: 10, quietMs: 60_000, lookMs: 5 };
    const alone = await DatabaseHold.take(world.databaseUrl, { times });
    await alone.begin();
    await expect(open('one')).rejects.toThrow('another Telltale at 127.0.0.1 is using this database');
    await alone.release();
    await open('one');
    await expect(DatabaseHold.take(world.databaseUrl, { times })).rejects.toThrow('is using this database');
  }, 60_000);

  it('are refused where they would keep things elsewhere than those that run', async () => {
    await open('one');
    const { cluster } = world.configOf('two');
    if (!cluster) throw new Error('It is no node.');
    await expect(open('one', { dataFolder: join(world.folder, 'data-other') })).rejects.toThrow(
      'TELLTALE_NODE: there is a node one already. Give this one another name.',
    );
    const historyTarget = { url: 'http://h:8123', username: 'u', password: '', database: 'd', cluster: undefined };
    await expect(open('two', { historyTarget })).rejects.toThrow(
      'TELLTALE_HISTORY_URL is another one than that of the node one, which is running.',
    );
    // Another folder has a key of its own, too: the folder is what is to be mended.
    const filesFolder = join(world.folder, 'other-files');
    await expect(open('two', { cluster: { ...cluster, filesFolder } })).rejects.toThrow(
      'TELLTALE_FILES is another folder',
    );
    const others = await startNatsServers(1);
    await expect(open('two', { cluster: { ...cluster, ...others.address } })).rejects.toThrow(
      'TELLTALE_CLUSTER_URL leads to other servers than that of the node one',
    );
    await others.stop();
    const database = await createMigratedDatabase();
    await expect(open('two', { databaseUrl: database.url })).rejects.toThrow(
      'the node one at these servers has another database (TELLTALE_DATABASE_URL).',
    );
    await database.drop();
  }, 120_000);

  it('are refused, with nothing changed, where a newer version has left something between them', async () => {
    const one = await open('one');
    const connection = await ClusterConnection.open(world.servers.address, 'newer', createLog('silent'));
    const bucket = await connection.bucket(PORTAL_BUCKET);
    expect((await bucket.get('format'))?.string()).toBe(String(KEPT_FORMAT));
    await one.closing.disposeAsync();
    opened.pop();
    await bucket.put('format', String(KEPT_FORMAT + 1));
    await expect(open('one')).rejects.toThrow(
      /^what is kept at these servers was written by a newer version of Telltale .*Start that version\.$/,
    );
    await bucket.put('format', String(KEPT_FORMAT - 1));
    await open('one');
    expect((await bucket.get('format'))?.string()).toBe(String(KEPT_FORMAT));
    await connection.close();
  }, 120_000);

  it('stay among them when PostgreSQL cuts their sessions', async () => {
    const one = await open('one');
    const outside = new pg.Client({ connectionString: world.databaseUrl });
    await outside.connect();
    await outside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'telltale %'`,
    );
    await outside.end();
    const count = () =>
      one.db
        .selectFrom('cluster_nodes')
        .select('name')
        .execute()
        .then(
          (rows) => rows.length,
          () => 0,
        );
    await expect.poll(count).toBe(1);
    expect(
      await nodesOf(one)
        .fence('nobody')
        .then(() => 'asked', String),
    ).toBe('asked');
  }, 60_000);

  it('end one that is frozen, which writes nothing when it goes on and ends', async () => {
    const one = await open('one');
    const outside = new pg.Client({ connectionString: world.databaseUrl });
    await outside.connect();
    await outside.query('create table node_marks (mark integer not null)');
    const script = join(import.meta.dirname, '../testing/writing-node.ts');
    const child = spawn(process.execPath, [script, world.databaseUrl, world.servers.url, world.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = text(child.stdout);
    const exited = once(child, 'exit');
    try {
      const count = async () => Number((await outside.query('select count(*) as n from node_marks')).rows[0].n);
      await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(100);
      await expect.poll(() => names(one), { timeout: 30_000 }).toEqual(['one', 'writer']);
      child.kill('SIGSTOP');
      await expect.poll(() => names(one), { timeout: 30_000 }).toEqual(['one']);
      const written = await count();
      child.kill('SIGCONT');
      expect(await exited).toEqual([1, null]);
      expect(await said).toBe('begun\ntaken\n');
      expect(await count()).toBe(written);
    } finally {
      child.kill('SIGKILL');
      await exited;
      await outside.end();
    }
  }, 120_000);

  it('answer nothing while the servers between them are away, and end nobody for it', async () => {
    const [one, two] = [await open('one'), await open('two')];
    await expect.poll(() => names(one)).toEqual(['one', 'two']);
    const [server] = world.servers.servers;
    await server?.kill();
    await expect
      .poll(() => [nodesOf(one).fault, nodesOf(two).isSound], { timeout: 30_000 })
      .toEqual(['The servers between the nodes cannot be reached.', false]);
    expect(await one.health.findFaults()).toContain('The servers between the nodes cannot be reached.');
    server?.start();
    await expect.poll(() => [nodesOf(one).isSound, nodesOf(two).isSound], { timeout: 30_000 }).toEqual([true, true]);
    expect([names(one), names(two)]).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]);
  }, 120_000);
});
