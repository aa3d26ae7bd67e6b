import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { Foundation } from '../../wiring/foundation.ts';
import { type NodeWorld, openNodeWorld, QUICK_TIMES } from '../testing/node-world.ts';
import { NodesOfRegistry } from './nodes-of-registry.ts';
import { PARTITIONS_BUCKET, PartitionKeys } from './partition-keys.ts';
import { PartitionOwnership } from './partition-ownership.ts';

const PATIENCE = { timeout: 90_000, interval: 100 };

interface Owner {
  readonly name: string;
  readonly ownership: PartitionOwnership;
  close(): Promise<void>;
}

let world: NodeWorld;
const owners: Owner[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  world = await openNodeWorld();
}, 60_000);
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const owner of owners.splice(0).reverse()) await owner.close();
  await world.close();
}, 60_000);

async function open(name: string): Promise<Owner> {
  const node: Foundation = await world.openNode(name);
  const { cluster } = node;
  if (!cluster) throw new Error('It is no node.');
  const ownership = new PartitionOwnership({
    keys: new PartitionKeys(await cluster.connection.bucket(PARTITIONS_BUCKET)),
    nodes: new NodesOfRegistry(cluster.nodes, QUICK_TIMES),
    host: { begin: () => undefined, end: async () => undefined },
    log: createLog('silent'),
  });
  ownership.start();
  const owner = {
    name,
    ownership,
    close: async () => {
      await ownership.close();
      await node.closing.disposeAsync();
    },
  };
  owners.push(owner);
  return owner;
}

/** A node as a process of its own, with what it has said last. */
function openProcess() {
  const script = join(import.meta.dirname, '../testing/owning-node.ts');
  const child = spawn(process.execPath, [script, world.databaseUrl, world.servers.url, world.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  return { child, said, exited: once(child, 'exit') };
}

const held = ({ ownership }: Owner) => ownership.held().length;
const shared = (...counts: number[]) => expect.poll(() => owners.map(held), PATIENCE).toEqual(counts);

it('are shared with a node that joins, and come back from one that leaves', async () => {
  await open('one');
  await shared(64);
  await open('two');
  await shared(32, 32);
  await owners.pop()?.close();
  await shared(64);
}, 200_000);

it('are taken from a node that is killed once its lease is over', async () => {
  await open('one');
  await shared(64);
  const { child, said, exited } = openProcess();
  await expect.poll(() => said.at(-1), PATIENCE).toBe('owns 32');
  await shared(32);
  child.kill('SIGKILL');
  await exited;
  await shared(64);
}, 200_000);

it('are taken from a node that is frozen, which ends when it goes on and takes nothing back', async () => {
  const one = await open('one');
  await shared(64);
  const { child, said, exited } = openProcess();
  await expect.poll(() => said.at(-1), PATIENCE).toBe('owns 32');
  child.kill('SIGSTOP');
  await shared(64);
  child.kill('SIGCONT');
  await exited;
  expect(said.at(-1)).toBe('taken');
  expect(held(one)).toBe(64);
  for (const partition of one.ownership.held()) await partition.advance(7);
}, 200_000);
