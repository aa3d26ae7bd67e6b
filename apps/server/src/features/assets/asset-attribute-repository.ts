import type { AssetId, EpochMs } from '@telltale/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { AssetAttributesTable } from './asset-tables.ts';
import { isPatientInfo } from './attribute-rules.ts';

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

/** PatientInfo stands nowhere among them, so that whatever reads attributes cannot tell it (patient-info-store.ts keeps it). */
function toRow({ assetId, attributeName, attributeValue }: AttributeRecord): AssetAttributesTable {
  if (isPatientInfo(attributeName)) throw new Error('PatientInfo is not kept among the attributes.');
  return {
    asset_id: assetId,
    attribute_key: nameKey(attributeName),
    attribute_name: storableText(attributeName).trim(),
    attribute_value: storableText(attributeValue),
  };
}

const journalledSchema = z.object({ attributeName: z.string(), attributeValue: z.string() });

/** One side of a journal entry about an attribute; undefined where there was none. */
function changedAttribute(assetId: AssetId, json: string | null): AttributeRecord | undefined {
  return json === null ? undefined : { assetId, ...journalledSchema.parse(JSON.parse(json)) };
}

/** Ids that one statement asks for; SQLite takes 32,766 parameters. */
const IDS_PER_STATEMENT = 5_000;
/** So many take a few milliseconds, between which others have their turn. */
const ROWS_PER_STATEMENT = 1_000;

/** Attributes of assets; names match without regard to case (spec 1 §3). */
export class AssetAttributeRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
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

  /** The attributes of some assets. */
  async listOfAssets(assetIds: readonly AssetId[]): Promise<AttributeRecord[]> {
    const found: AttributeRecord[] = [];
    for (let first = 0; first < assetIds.length; first += IDS_PER_STATEMENT) {
      const some = assetIds.slice(first, first + IDS_PER_STATEMENT);
      const rows = await this.#db.selectFrom('asset_attributes').selectAll().where('asset_id', 'in', some).execute();
      found.push(...rows.map(toRecord));
    }
    return found;
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

  async count(assetId: AssetId): Promise<number> {
    const row = await this.#db
      .selectFrom('asset_attributes')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('asset_id', '=', assetId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /**
   * The attributes as they were at a time: today's, with the first change after that time taken back, for each name.
   * The changes come from the journal (attribute-service.ts writes them).
   */
  async listAt(assetId: AssetId, timeMs: EpochMs): Promise<AttributeRecord[]> {
    const attributes = new Map((await this.list(assetId)).map((record) => [nameKey(record.attributeName), record]));
    const firstChanges = await this.#db
      .selectFrom('journal')
      .select((select) => select.fn.min('journal_id').as('journal_id'))
      .where('kind', '=', 'attribute')
      .where('asset_id', '=', assetId)
      .where('time_ms', '>', timeMs)
      .groupBy('what')
      .orderBy(sql`1`, 'desc')
      .execute();
    for (const { journal_id } of firstChanges) {
      const change = await this.#db
        .selectFrom('journal')
        .select(['before', 'after'])
        .where('journal_id', '=', journal_id)
        .executeTakeFirstOrThrow();
      const before = changedAttribute(assetId, change.before);
      const either = before ?? changedAttribute(assetId, change.after);
      if (!either) continue;
      if (before) attributes.set(nameKey(either.attributeName), before);
      else attributes.delete(nameKey(either.attributeName));
    }
    return [...attributes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
  }

  /** Each attribute that the asset ever had, with the first value that it had. */
  async listFirst(assetId: AssetId): Promise<AttributeRecord[]> {
    const attributes = new Map((await this.list(assetId)).map((record) => [nameKey(record.attributeName), record]));
    const firstChanges = await this.#db
      .selectFrom('journal')
      .select((select) => select.fn.min('journal_id').as('journal_id'))
      .where('kind', '=', 'attribute')
      .where('asset_id', '=', assetId)
      .groupBy('what')
      .execute();
    for (const { journal_id } of firstChanges) {
      const change = await this.#db
        .selectFrom('journal')
        .select(['before', 'after'])
        .where('journal_id', '=', journal_id)
        .executeTakeFirstOrThrow();
      const first = changedAttribute(assetId, change.before) ?? changedAttribute(assetId, change.after);
      if (first) attributes.set(nameKey(first.attributeName), first);
    }
    return [...attributes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
  }

  /** Creates the attribute, or changes its value; a changed one keeps the name it was created with. */
  async put(assetId: AssetId, attributeName: string, attributeValue: string): Promise<AttributeRecord> {
    const row = await this.#db
      .insertInto('asset_attributes')
      .values(toRow({ assetId, attributeName, attributeValue }))
      .onConflict((conflict) =>
        conflict
          .columns(['asset_id', 'attribute_key'])
          .doUpdateSet((excluded) => ({ attribute_value: excluded.ref('excluded.attribute_value') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  /** Creates and changes many: no two of them are of one asset and name. */
  async putAll(records: readonly AttributeRecord[]): Promise<void> {
    for (let first = 0; first < records.length; first += ROWS_PER_STATEMENT) {
      const rows = records.slice(first, first + ROWS_PER_STATEMENT).map(toRow);
      await this.#db
        .insertInto('asset_attributes')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['asset_id', 'attribute_key'])
            .doUpdateSet((excluded) => ({ attribute_value: excluded.ref('excluded.attribute_value') })),
        )
        .execute();
    }
  }

  async delete(assetId: AssetId, attributeName: string): Promise<void> {
    await this.#db
      .deleteFrom('asset_attributes')
      .where('asset_id', '=', assetId)
      .where('attribute_key', '=', nameKey(attributeName))
      .execute();
  }
}
