import { once } from 'node:events';
import { createServer } from 'node:net';

const LOWEST = 10_000;
const HIGHEST = 32_000;

/**
 * A port of 127.0.0.1 that was free a moment ago. It lies below the ports that the system hands out for outgoing
 * connections (32,768 and up on Linux, 49,152 elsewhere): one of those could take it before it is listened to, or
 * between two starts of a program that keeps its port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
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
