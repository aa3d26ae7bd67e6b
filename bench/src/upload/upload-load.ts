import { createHash, randomBytes } from 'node:crypto';
import type { PortalProcess } from '../browser/portal-process.ts';

const CHUNK_BYTES = 2 ** 20;
const LOOK_MS = 100;

/** The content of a file that nobody needs to hold. */
export interface Content {
  readonly bytes: number;
  /** The part of it from `start` up to `end`. */
  read(start: number, end: number): Iterable<Buffer>;
  /** Of all of it. */
  sha256(): string;
}

/** Random once, then the same again and again: no two chunks at the same place of a piece of 64 MiB are alike. */
export function contentOf(bytes: number): Content {
  const block = randomBytes(7 * CHUNK_BYTES + 13);
  function* read(start: number, end: number): Iterable<Buffer> {
    for (let at = start; at < end; ) {
      const from = at % block.length;
      const length = Math.min(CHUNK_BYTES, block.length - from, end - at);
      yield block.subarray(from, from + length);
      at += length;
    }
  }
  return {
    bytes,
    read,
    sha256: () => {
      const hash = createHash('sha256');
      for (const chunk of read(0, bytes)) hash.update(chunk);
      return hash.digest('hex');
    },
  };
}

/** Follows what the portal holds in memory. */
export async function watchMemory(
  portal: PortalProcess,
): Promise<{ stop: () => { beforeMib: number; growthMib: number } }> {
  const beforeMib = await portal.memoryMib();
  let mostMib = beforeMib;
  const timer = setInterval(() => {
    portal.memoryMib().then(
      (mib) => {
        if (mib > mostMib) mostMib = mib;
      },
      () => undefined, // between a kill and the next start
    );
  }, LOOK_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { beforeMib, growthMib: mostMib - beforeMib };
    },
  };
}
