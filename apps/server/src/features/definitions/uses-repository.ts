import type { AssetDefinitionId, AssetId, assets, definitions } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

type Counted =
  | 'slots'
  | 'definition_data_items'
  | 'alarm_definitions'
  | 'event_definitions'
  | 'command_definitions'
  | 'dashboards';
type CountedOfAsset = 'asset_data_items' | 'events' | 'files' | 'slot_assignments';

/** What hangs on a definition beside its assets. */
export type Furniture = Omit<definitions.AssetDefinitionUses, 'assets' | 'unseen'>;

/** Counts what hangs on a record, whichever part of the portal it belongs to. */
export class UsesRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async ofDefinition(assetDefinitionId: AssetDefinitionId): Promise<Furniture> {
    const count = async (table: Counted) => {
      const row = await this.#db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('asset_definition_id', '=', assetDefinitionId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    return {
      slots: await count('slots'),
      dataItems: await count('definition_data_items'),
      alarms: await count('alarm_definitions'),
      events: await count('event_definitions'),
      commands: await count('command_definitions'),
      dashboards: await count('dashboards'),
    };
  }

  async ofAsset(assetId: AssetId): Promise<assets.AssetUses> {
    const count = async (table: CountedOfAsset) => {
      const row = await this.#db
        .selectFrom(table)
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('asset_id', '=', assetId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    };
    const open = await this.#db
      .selectFrom('alarms')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('asset_id', '=', assetId)
      .where('status', 'is not', null)
      .executeTakeFirstOrThrow();
    return {
      dataItems: await count('asset_data_items'),
      alarms: Number(open.count),
      events: await count('events'),
      files: await count('files'),
      slots: await count('slot_assignments'),
    };
  }
}
