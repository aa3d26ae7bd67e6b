import { join } from 'node:path';
import { type Historian, openEmbeddedHistorian } from '@telltale/historian';
import { expect, vi } from 'vitest';
import { type Portal, type PortalOptions, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { PARTITIONS } from '../partitions/partition-of.ts';
import { type NodeWorld, openNodeWorld, QUICK_TIMES } from './node-world.ts';

/** A portal of two nodes, in one process for the sake of tests. */
export interface TwoNodes {
  readonly world: NodeWorld;
  readonly one: Portal;
  readonly two: Portal;
  /** That both write into. */
  readonly history: Historian;
  /** Resolves when each node has half of the partitions and works for them. */
  isSpread(): Promise<void>;
  close(): Promise<void>;
}

export async function startTwoNodes(options: PortalOptions = {}): Promise<TwoNodes> {
  const opened = new AsyncDisposableStack();
  try {
    const world = await openNodeWorld();
    opened.defer(() => world.close());
    // In place of the server that nodes share.
    const history = await openEmbeddedHistorian({ folder: join(world.folder, 'history') });
    opened.defer(() => history.close());
    const start = async (name: string) => {
      const config = world.configOf(name, { adminPassword: TEST_PASSWORD, mqttPort: 0, ...options.config });
      const of = { clusterTimes: QUICK_TIMES, sharedHistory: history, ...options, config };
      const portal = await startPortal(of);
      opened.defer(() => portal.close());
      return portal;
    };
    const one = await start('one');
    const two = await start('two');
    const isSpread = () =>
      vi.waitFor(
        () => {
          const live = [one, two].map(({ context }) => context.partitions?.liveCount);
          expect(live).toEqual([PARTITIONS / 2, PARTITIONS / 2]);
        },
        { timeout: 20_000, interval: 50 },
      );
    return { world, one, two, history, isSpread, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
