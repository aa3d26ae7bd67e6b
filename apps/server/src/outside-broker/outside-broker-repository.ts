import type { EpochMs, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';

export interface OutsideBrokerRecord {
  address: string;
  clientId: string;
  /** Null: there is none any more. */
  gatewayId: GatewayId | null;
  filters: readonly string[];
  reachedMs: EpochMs | null;
}

const filtersSchema = z.array(z.string());

/** What is kept of each outside broker that the portal was ever told of. */
export class OutsideBrokerRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(address: string): Promise<OutsideBrokerRecord | undefined> {
    const row = await this.#db
      .selectFrom('outside_brokers')
      .selectAll()
      .where('address', '=', address)
      .executeTakeFirst();
    return (
      row && {
        address: row.address,
        clientId: row.client_id,
        gatewayId: row.gateway_id as GatewayId | null,
        filters: filtersSchema.parse(JSON.parse(row.filters)),
        reachedMs: row.reached_ms,
      }
    );
  }

  async insert(record: OutsideBrokerRecord): Promise<void> {
    await this.#db
      .insertInto('outside_brokers')
      .values({
        address: record.address,
        client_id: record.clientId,
        gateway_id: record.gatewayId,
        filters: JSON.stringify(record.filters),
        reached_ms: record.reachedMs,
      })
      .execute();
  }

  async update(address: string, change: Partial<Omit<OutsideBrokerRecord, 'address' | 'clientId'>>): Promise<void> {
    const { gatewayId, filters, reachedMs } = change;
    await this.#db
      .updateTable('outside_brokers')
      .set({
        ...(gatewayId !== undefined && { gateway_id: gatewayId }),
        ...(filters !== undefined && { filters: JSON.stringify(filters) }),
        ...(reachedMs !== undefined && { reached_ms: reachedMs }),
      })
      .where('address', '=', address)
      .execute();
  }
}
