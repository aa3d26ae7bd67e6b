import type { Generated } from 'kysely';

export interface AssetDefinitionsTable {
  asset_definition_id: Generated<number>;
  asset_definition_name: string;
  name_key: string;
  alias: string;
  /** The admin unit of who made it. */
  admin_id: Generated<number>;
  created_ms: number;
}

/** Data items are global by label: one id per label, whatever its case (spec 3 §2). */
export interface DataItemsTable {
  data_item_id: Generated<number>;
  label: string;
  label_key: string;
  /** The unit it usually has: the first that a definition gave it. */
  unit: string;
  created_ms: number;
}

export interface DefinitionDataItemsTable {
  asset_definition_id: number;
  data_item_id: number;
  unit: string;
  default_value: number;
  /** Days; 0: the general retention. */
  retention_days: Generated<number>;
  /** An ItemDisplay as JSON; '' where nothing is described. */
  display: Generated<string>;
  /** An expression with its variables as JSON; '' where devices send it. */
  calculation: Generated<string>;
  created_ms: number;
}

/** How a definition scales a data item, and since when; what was before stays, so that the past can be told. */
export interface DefinitionScalingsTable {
  asset_definition_id: number;
  data_item_id: number;
  from_ms: number;
  /** Null: it counts. */
  until_ms: number | null;
  /** An ItemScaling as JSON. */
  scaling: string;
}

/** What an asset has differently from its definition: an ItemDisplayOverride as JSON. */
export interface AssetItemDisplaysTable {
  asset_id: number;
  data_item_id: number;
  display: string;
}

/** Which data items an asset has sent; those not in its definition count as detected. */
export interface AssetDataItemsTable {
  asset_id: number;
  data_item_id: number;
  created_ms: number;
}

export interface DefinitionTables {
  asset_definitions: AssetDefinitionsTable;
  data_items: DataItemsTable;
  definition_data_items: DefinitionDataItemsTable;
  definition_scalings: DefinitionScalingsTable;
  asset_data_items: AssetDataItemsTable;
  asset_item_displays: AssetItemDisplaysTable;
}
