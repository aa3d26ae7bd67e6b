import type { AdminId, EpochMs, GatewayId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { GatewaysTable } from './gateway-tables.ts';

/** A gateway or Sparkplug edge: its token may send for many assets and create them. */
export interface GatewayRecord {
  gatewayId: GatewayId;
  name: string;
  /** The assets that it creates belong to this admin unit. */
  adminId: AdminId;
  tokenHash: string;
  createdMs: EpochMs;
}

function toRecord(row: Selectable<GatewaysTable>): GatewayRecord {
  return {
    gatewayId: row.gateway_id as GatewayId,
    name: row.name,
    adminId: row.admin_id as AdminId,
    tokenHash: row.token_hash,
    createdMs: row.created_ms,
  };
}

export class GatewayRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<GatewayRecord[]> {
    return (await this.#db.selectFrom('gateways').selectAll().orderBy('gateway_id').execute()).map(toRecord);
  }

  async find(gatewayId: GatewayId): Promise<GatewayRecord | undefined> {
    const row = await this.#db
      .selectFrom('gateways')
      .selectAll()
      .where('gateway_id', '=', gatewayId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async findByTokenHash(tokenHash: string): Promise<GatewayRecord | undefined> {
    const row = await this.#db
      .selectFrom('gateways')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async insert(gateway: Omit<GatewayRecord, 'gatewayId'>): Promise<GatewayRecord> {
    const row = await this.#db
      .insertInto('gateways')
      .values({
        name: storableText(gateway.name),
        admin_id: gateway.adminId,
        token_hash: gateway.tokenHash,
        created_ms: gateway.createdMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async delete(gatewayId: GatewayId): Promise<void> {
    await this.#db.deleteFrom('gateways').where('gateway_id', '=', gatewayId).execute();
  }
}
