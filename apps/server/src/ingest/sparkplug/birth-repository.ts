import type { EpochMs, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { inTransaction } from '#db/transaction.ts';

export interface BirthKey {
  gatewayId: GatewayId;
  group: string;
  edge: string;
}

export interface BirthRecord {
  /** Empty: the edge itself. */
  device: string;
  payload: Buffer;
}

/** The last births, so that aliases keep their meaning when the portal restarts and the edge does not. */
export class BirthRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The edge's own birth first. */
  async list(key: BirthKey): Promise<BirthRecord[]> {
    const rows = await this.#db
      .selectFrom('sparkplug_births')
      .select(['device_id', 'payload'])
      .where('gateway_id', '=', key.gatewayId)
      .where('group_id', '=', key.group)
      .where('edge_id', '=', key.edge)
      .orderBy('device_id')
      .execute();
    return rows.map((row) => ({ device: row.device_id, payload: Buffer.from(row.payload, 'base64') }));
  }

  /** Keeps a birth; that of the edge itself makes those of its devices void. */
  async save(key: BirthKey, birth: BirthRecord, receivedMs: EpochMs): Promise<void> {
    await inTransaction(this.#db, async (transaction) => {
      const old = transaction
        .deleteFrom('sparkplug_births')
        .where('gateway_id', '=', key.gatewayId)
        .where('group_id', '=', key.group)
        .where('edge_id', '=', key.edge);
      await (birth.device === '' ? old : old.where('device_id', '=', birth.device)).execute();
      await transaction
        .insertInto('sparkplug_births')
        .values({
          gateway_id: key.gatewayId,
          group_id: key.group,
          edge_id: key.edge,
          device_id: birth.device,
          payload: birth.payload.toString('base64'),
          received_ms: receivedMs,
        })
        .execute();
    });
  }
}
