import type { KV } from '@nats-io/kv';
import { inTime } from '#pause.ts';
import { ClusterError, whyNoJetStream } from '../connection/cluster-error.ts';
import type { Lease } from './cluster-node.ts';

const LISTED_WITHIN_MS = 15_000;

/**
 * All leases that there are. The client asks by a subscription that never ends when the server that answers it goes away.
 * @throws ClusterError when they are not listed in time
 */
export function listLeases(bucket: KV): Promise<Lease[]> {
  return inTime(read(bucket), LISTED_WITHIN_MS, () => new ClusterError(whyNoJetStream(new Error('timeout'))));
}

async function read(bucket: KV): Promise<Lease[]> {
  const leases: Lease[] = [];
  for await (const key of await bucket.keys()) {
    const entry = await bucket.get(key);
    if (entry?.operation === 'PUT') leases.push(entry.json<Lease>());
  }
  return leases;
}
