import { type Portal, type PortalOptions, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { type NodeWorld, openNodeWorld, QUICK_TIMES } from './node-world.ts';

/** A portal of two nodes, in one process for the sake of tests. */
export interface TwoNodes {
  readonly world: NodeWorld;
  readonly one: Portal;
  readonly two: Portal;
  close(): Promise<void>;
}

export async function startTwoNodes(options: PortalOptions = {}): Promise<TwoNodes> {
  const world = await openNodeWorld();
  const start = (name: string) => {
    const config = world.configOf(name, { adminPassword: TEST_PASSWORD, mqttPort: 0, ...options.config });
    return startPortal({ severalNodes: true, clusterTimes: QUICK_TIMES, ...options, config });
  };
  const one = await start('one');
  const two = await start('two');
  return {
    world,
    one,
    two,
    async close() {
      await two.close();
      await one.close();
      await world.close();
    },
  };
}
