import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 10_000;
const HIGHEST = 32_000;
/** Who starts programs side by side, as the workers of a run of tests do, each draws from ports of its own. */
const LANES = 8;
const LANE_PORTS = Math.floor((HIGHEST - LOWEST) / LANES);

/** Seconds pass until a program listens to its port: until then only who has it knows of it. */
const given = new Set<number>();

/**
 * A port of 127.0.0.1 that was free a moment ago, and that nobody of this process was given before. It lies below the ports
 * that the system hands out for outgoing connections (32,768 and up on Linux, 49,152 elsewhere): one of those could take it
 * before it is listened to, or between two starts of a program that keeps its port.
 */
export async function freePort(): Promise<number> {
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
  const lane = Number(VITEST_POOL_ID ?? TEST_PARALLEL_INDEX ?? 0) % LANES;
  for (;;) {
    const port = LOWEST + lane * LANE_PORTS + Math.floor(Math.random() * LANE_PORTS);
    if (given.has(port)) continue;
    given.add(port);
    const probe = createServer();
    const isFree = once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.listen(port, '127.0.0.1');
    if (!(await isFree)) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
