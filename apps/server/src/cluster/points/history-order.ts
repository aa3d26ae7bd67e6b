import type { JetStreamManager } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { AgreedOrder, WriteOrder } from '@telltale/historian';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { openPointStream, POINT_STREAM, TURN_SUBJECT } from './point-stream.ts';

const BUCKET = 'telltale-history';
const BASE = 'base';

export interface HistoryOrderOptions {
  connection: Pick<ClusterConnection, 'bucket' | 'jetstream' | 'manager' | 'replicas'>;
  /** Fails where this node was ended by the others: it can do nothing at the records any more. */
  touchRecords: () => Promise<void>;
}

/**
 * The order in which the nodes write into the history is that of the stream of points: a device's message stands where it
 * stands in the stream, whoever stores it and however often, and whatever else is written takes a place between messages
 * by one of its own (decision 0424).
 */
export class HistoryOrder implements WriteOrder {
  readonly #options: HistoryOrderOptions;
  readonly #bucket: KV;

  private constructor(options: HistoryOrderOptions, bucket: KV) {
    this.#options = options;
    this.#bucket = bucket;
  }

  static async open(options: HistoryOrderOptions): Promise<HistoryOrder> {
    const { connection } = options;
    await openPointStream(connection.manager, connection.replicas);
    return new HistoryOrder(options, await connection.bucket(BUCKET));
  }

  async agree(choose: (agreed: AgreedOrder | undefined) => number): Promise<number> {
    for (;;) {
      const entry = await this.#bucket.get(BASE);
      const agreed = entry?.json<number>();
      const last = await lastPlace(this.#options.connection.manager);
      const base = choose(agreed === undefined ? undefined : { base: agreed, last });
      if (base === agreed) return base;
      try {
        await (entry
          ? this.#bucket.update(BASE, JSON.stringify(base), entry.revision)
          : this.#bucket.create(BASE, JSON.stringify(base)));
        return base;
      } catch (error) {
        // Another node may have agreed on one at the same moment.
        const other = await this.#bucket.get(BASE);
        if (!other || other.revision === entry?.revision) throw error;
      }
    }
  }

  async take(): Promise<number> {
    const { connection, touchRecords } = this.#options;
    const { seq } = await connection.jetstream.publish(TURN_SUBJECT);
    // Who was ended before it took its place has none; who is ended afterwards stands before whatever comes now.
    await touchRecords();
    return seq;
  }
}

async function lastPlace(manager: JetStreamManager): Promise<number> {
  return (await manager.streams.info(POINT_STREAM)).state.last_seq;
}
