import type { Generated } from 'kysely';

export interface ProvisionKeysTable {
  provision_key_id: Generated<number>;
  name: string;
  admin_id: number;
  asset_definition_id: number;
  asset_group_id: number | null;
  device_key: string;
  secret_hash: string;
  expires_ms: number | null;
  max_assets: number | null;
  made_assets: Generated<number>;
  created_ms: number;
}

export interface ProvisionTables {
  provision_keys: ProvisionKeysTable;
}
