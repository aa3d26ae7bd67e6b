import type { AssetId } from '@telltale/contract';
import { expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { ContactStore } from '#ingest/connections.ts';
import { TestClock } from '#testing/test-clock.ts';
import { SharedConnections } from './shared-connections.ts';

type Cluster = ConstructorParameters<typeof SharedConnections>[0];

const PUMP = 7 as AssetId;

/** Nodes that hear each other at once. */
function aBus() {
  const listeners: { subject: string; listener: (data: unknown) => void }[] = [];
  return (id: string, isKnown: (assetId: AssetId) => boolean): SharedConnections => {
    const connection = {
      isConnected: true,
      publish(subject: string, data: unknown) {
        for (const one of listeners) if (one.subject === subject) one.listener(data);
      },
      subscribe(subject: string, listener: (data: unknown) => void) {
        listeners.push({ subject, listener });
        return () => undefined;
      },
    };
    const nodes = { me: { id }, isSound: true, onSound: () => () => undefined };
    const store = { saveLastContacts: async () => undefined } satisfies ContactStore;
    const cluster = { connection, nodes, duty: {} } as unknown as Cluster;
    const made = new SharedConnections(cluster, isKnown, store, new TestClock(), createLog('silent'));
    made.start();
    return made;
  };
}

it('counts a contact that was told before the asset was known here', async () => {
  const node = aBus();
  const known = new Set<AssetId>();
  const one = node('one', () => true);
  const two = node('two', (assetId) => known.has(assetId));
  one.contact(PUMP);
  two.check();
  expect(one.stateOf(PUMP).connected).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(two.stateOf(PUMP).connected).toBe(false);
  known.add(PUMP);
  two.check();
  expect(two.stateOf(PUMP).connected).toBe(true);
  await one.close();
  await two.close();
});

it('hears nothing of an asset that left before it was known here', async () => {
  const node = aBus();
  const known = new Set<AssetId>();
  const one = node('one', () => true);
  const two = node('two', (assetId) => known.has(assetId));
  one.contact(PUMP);
  await new Promise((resolve) => setTimeout(resolve, 300));
  one.leave(PUMP);
  await new Promise((resolve) => setTimeout(resolve, 50));
  known.add(PUMP);
  two.check();
  expect(two.stateOf(PUMP).connected).toBe(false);
  await one.close();
  await two.close();
});
