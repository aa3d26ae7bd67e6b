import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDutyJob } from '../../jobs/duty-job.ts';
import type { Foundation } from '../../wiring/foundation.ts';
import { type NodeWorld, openNodeWorld } from '../testing/node-world.ts';

let world: NodeWorld;
const opened: Foundation[] = [];
beforeEach(async () => {
  world = await openNodeWorld();
}, 60_000);
afterEach(async () => {
  for (const node of opened.splice(0)) await node.closing.disposeAsync();
  await world.close();
}, 60_000);

async function open(name: string): Promise<Foundation> {
  const node = await world.openNode(name);
  opened.push(node);
  return node;
}

const hasDuty = ({ cluster }: Foundation) => cluster?.duty.isMine;

describe('what the portal does once', () => {
  it('is done by one node, and by another one when that has left', async () => {
    const [one, two] = [await open('one'), await open('two')];
    expect([hasDuty(one), hasDuty(two)]).toEqual([true, false]);
    const runs: string[] = [];
    const jobs = [one, two].map((node) =>
      startDutyJob(node, 'a job', 10, async () => {
        runs.push(node.config.cluster?.node ?? '');
      }),
    );
    await expect.poll(() => runs.length).toBeGreaterThan(3);
    expect(new Set(runs)).toEqual(new Set(['one']));
    opened.shift();
    await one.closing.disposeAsync();
    await expect.poll(() => hasDuty(two), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => runs.at(-1)).toBe('two');
    expect(two.cluster?.nodes.me.hasDuty).toBe(true);
    for (const job of jobs) await job.stop();
  }, 60_000);

  it('is taken from a node that is ended, which has it no more', async () => {
    const [one, two] = [await open('one'), await open('two')];
    expect([hasDuty(one), hasDuty(two)]).toEqual([true, false]);
    // What a node that was frozen finds: its sessions at PostgreSQL are ended, for good.
    await two.cluster?.nodes.fence(one.cluster?.nodes.me.id ?? '');
    await expect.poll(() => hasDuty(one), { timeout: 30_000 }).toBe(false);
    await expect.poll(() => hasDuty(two), { timeout: 30_000 }).toBe(true);
    await expect(one.db.selectFrom('cluster_nodes').selectAll().execute()).rejects.toThrow();
  }, 90_000);
});
