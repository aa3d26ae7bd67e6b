import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssetId, DataItemId } from '@telltale/contract';
import { createLog } from '#config/log.ts';
import { systemCaller } from '#http/system-caller.ts';
import { serveUpgrades } from '#http/upgrades.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import { LiveHub } from '../live-hub/live-hub.ts';
import { liveHubUpgrade } from '../live-hub/live-hub-upgrade.ts';
import { LiveClient } from './live-client.ts';

/** A live hub without a portal behind it: every asset has the same data items, and a test hands it values and the time. */
export class BareLiveHub {
  readonly hub: LiveHub;
  readonly #server = createServer();

  private constructor(steadyNow: () => number, slots: readonly DataItemSlot[]) {
    this.hub = new LiveHub({
      host: 'telltale',
      callerFor: async (token) => (token === 'good' ? systemCaller : undefined),
      stateOf: () => ({ connected: true, lastContactMs: 1 }),
      slotsOf: (assetId) => slots.filter((slot) => slot.assetId === assetId),
      log: createLog('silent'),
      steadyNow,
    });
    serveUpgrades(this.#server, [
      liveHubUpgrade(this.hub, { publicUrl: undefined, host: '127.0.0.1', allowInsecure: false, trustedProxies: [] }),
    ]);
  }

  static async start(steadyNow: () => number, slots: readonly DataItemSlot[]): Promise<BareLiveHub> {
    const bare = new BareLiveHub(steadyNow, slots);
    bare.#server.listen(0, '127.0.0.1');
    await once(bare.#server, 'listening');
    return bare;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A browser that hears of these topics below `telltale/assets/`, e.g. `7/dataitems/#`. */
  async listen(...filters: string[]): Promise<LiveClient> {
    const client = new LiveClient(this.url);
    if ((await client.connect('good')) !== 0) throw new Error('The hub refused the connection.');
    await client.subscribe(...filters.map((filter) => `telltale/assets/${filter}`));
    return client;
  }

  /** A new current value, as the pipeline tells it. */
  publish(slot: DataItemSlot, timeMs: number, value: number | string): void {
    slot.set(timeMs, value, 192);
    this.hub.sinkFor(slot.assetId)?.current(slot);
  }

  close(): void {
    this.hub.close();
    this.#server.close();
  }
}

export function aSlot(assetId: AssetId, dataItemId: number): DataItemSlot {
  return new DataItemSlot(assetId, dataItemId as DataItemId, `item ${dataItemId}`);
}
