import type { JetStreamManager } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { Lease } from './cluster-node.ts';

/**
 * All leases that there are. `keys()` of the client asks by a subscription, which may never end while what it lists is
 * written anew, or when the server that answers goes away; these are questions, which fail in time.
 */
export async function listLeases(manager: JetStreamManager, bucket: KV, name: string): Promise<Lease[]> {
  const prefix = `$KV.${name}.`;
  const { state } = await manager.streams.info(`KV_${name}`, { subjects_filter: `${prefix}>` });
  const leases: Lease[] = [];
  for (const subject of Object.keys(state.subjects ?? {})) {
    const entry = await bucket.get(subject.slice(prefix.length));
    if (entry?.operation === 'PUT') leases.push(entry.json<Lease>());
  }
  return leases;
}
