import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import type { ArrivalTicks } from '#ingest/time/arrival-time.ts';
import { ClusterError } from '../connection/cluster-error.ts';

/** The bucket of the claims. */
export const TICKS_BUCKET = 'telltale-ticks';
/** So many nodes and their successors give times of arrival of their own. */
const EVERY = 16;

interface Claim {
  readonly run: string;
}

/**
 * Claims the milliseconds at which this node gives times of arrival: first those that no node has had, then those whose claim is the
 * oldest among nodes that have left.
 * @param isThere whether a run still has its lease
 * @throws ClusterError when all are taken
 */
export async function claimTicks(kv: KV, run: string, isThere: (run: string) => boolean): Promise<ArrivalTicks> {
  const remainders = Array.from({ length: EVERY }, (_, remainder) => remainder);
  const found = await Promise.all(
    remainders.map(async (remainder) => ({ remainder, entry: await kv.get(keyOf(remainder)) })),
  );
  const free = found.filter(({ entry }) => entry === null || !isThere(claimOf(entry).run));
  for (const { remainder, entry } of free.sort((a, b) => revisionOf(a.entry) - revisionOf(b.entry))) {
    const claim: Claim = { run };
    try {
      await kv.put(keyOf(remainder), JSON.stringify(claim), { previousSeq: revisionOf(entry) });
      return { every: EVERY, remainder };
    } catch (error) {
      // Another node that starts now was there before.
      if (!(error instanceof JetStreamApiError)) throw error;
    }
  }
  throw new ClusterError(`a portal has at most ${EVERY} nodes.`);
}

const keyOf = (remainder: number) => `r${remainder}`;
const revisionOf = (entry: KvEntry | null) => entry?.revision ?? 0;
const claimOf = (entry: KvEntry) => entry.json<Claim>();
