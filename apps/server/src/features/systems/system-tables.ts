import type { Generated } from 'kysely';

export interface SystemDefinitionsTable {
  system_definition_id: Generated<number>;
  name: string;
  name_key: string;
  alias: string;
  description: string;
  created_ms: number;
}

export interface SlotsTable {
  slot_id: Generated<number>;
  parent_system_definition_id: number;
  name: string;
  /** What stands in the slot; never both. */
  system_definition_id: number | null;
  asset_definition_id: number | null;
  critical: number;
  exclusive: number;
}

export interface SystemsTable {
  system_id: Generated<number>;
  name: string;
  system_definition_id: number;
  /** The admin unit of who made it. */
  admin_id: number;
  created_ms: number;
}

export interface SystemAttributesTable {
  system_id: number;
  attribute_key: string;
  attribute_name: string;
  attribute_value: string;
}

export interface SlotAssignmentsTable {
  system_id: number;
  slot_id: number;
  /** One of both. */
  asset_id: number | null;
  child_system_id: number | null;
}

export interface SystemTables {
  system_definitions: SystemDefinitionsTable;
  slots: SlotsTable;
  systems: SystemsTable;
  system_attributes: SystemAttributesTable;
  slot_assignments: SlotAssignmentsTable;
}
