import type { EpochMs, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { type KeptFilters, readFilters, writeFilters } from './kept-filters.ts';

export interface OutsideBrokerRecord {
  address: string;
  clientId: string;
  /** Null: there is none any more. */
  gatewayId: GatewayId | null;
  filters: KeptFilters;
  reachedMs: EpochMs | null;
}

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
        filters: readFilters(row.filters),
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
        filters: writeFilters(record.filters),
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
        ...(filters !== undefined && { filters: writeFilters(filters) }),
        ...(reachedMs !== undefined && { reached_ms: reachedMs }),
      })
      .where('address', '=', address)
      .execute();
  }
}
