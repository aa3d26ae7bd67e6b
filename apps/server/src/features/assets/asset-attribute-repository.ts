import type { AssetId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { AssetAttributesTable } from './asset-tables.ts';

export interface AttributeRecord {
  assetId: AssetId;
  attributeName: string;
  attributeValue: string;
}

function toRecord(row: Selectable<AssetAttributesTable>): AttributeRecord {
  return {
    assetId: row.asset_id as AssetId,
    attributeName: row.attribute_name,
    attributeValue: row.attribute_value,
  };
}

/** Attributes of assets; names match without regard to case (spec 1 §3). */
export class AssetAttributeRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  within(transaction: Kysely<Database>): AssetAttributeRepository {
    return new AssetAttributeRepository(transaction);
  }

  /** Every attribute of every asset, by asset and name. */
  async listAll(): Promise<AttributeRecord[]> {
    const rows = await this.#db
      .selectFrom('asset_attributes')
      .selectAll()
      .orderBy('asset_id')
      .orderBy('attribute_key')
      .execute();
    return rows.map(toRecord);
  }

  /** One attribute of every asset that has it, e.g. all pingrates. */
  async listNamed(attributeName: string): Promise<AttributeRecord[]> {
    const rows = await this.#db
      .selectFrom('asset_attributes')
      .selectAll()
      .where('attribute_key', '=', nameKey(attributeName))
      .execute();
    return rows.map(toRecord);
  }

  async list(assetId: AssetId): Promise<AttributeRecord[]> {
    const rows = await this.#db
      .selectFrom('asset_attributes')
      .selectAll()
      .where('asset_id', '=', assetId)
      .orderBy('attribute_key')
      .execute();
    return rows.map(toRecord);
  }

  async find(assetId: AssetId, attributeName: string): Promise<AttributeRecord | undefined> {
    const row = await this.#db
      .selectFrom('asset_attributes')
      .selectAll()
      .where('asset_id', '=', assetId)
      .where('attribute_key', '=', nameKey(attributeName))
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Creates the attribute, or changes its value; a changed one keeps the name it was created with. */
  async put(assetId: AssetId, attributeName: string, attributeValue: string): Promise<AttributeRecord> {
    const row = await this.#db
      .insertInto('asset_attributes')
      .values({
        asset_id: assetId,
        attribute_key: nameKey(attributeName),
        attribute_name: storableText(attributeName).trim(),
        attribute_value: storableText(attributeValue),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['asset_id', 'attribute_key'])
          .doUpdateSet((excluded) => ({ attribute_value: excluded.ref('excluded.attribute_value') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async delete(assetId: AssetId, attributeName: string): Promise<void> {
    await this.#db
      .deleteFrom('asset_attributes')
      .where('asset_id', '=', assetId)
      .where('attribute_key', '=', nameKey(attributeName))
      .execute();
  }
}
