import type { Generated } from 'kysely';

export interface AssetsTable {
  asset_id: Generated<number>;
  asset_definition_id: number;
  admin_id: number;
  serial_number: string;
  /** `nameKey` of the serial number: it names one asset, whatever its case. */
  serial_key: string;
  asset_alias: string;
  description: string;
  /** SHA-256 of the access token; the token itself is answered once and kept nowhere. */
  token_hash: string;
  last_contact_ms: number | null;
  created_ms: number;
}

export interface AssetAttributesTable {
  asset_id: number;
  attribute_key: string;
  attribute_name: string;
  attribute_value: string;
}

/** Each version of the patient information of an asset; the newest counts, and says where there is none any more. */
export interface PatientInfoTable {
  asset_id: number;
  version: number;
  set_ms: number;
  by_name: string;
  info: string | null;
}

/** Every position an asset ever had; the newest is its current one, or says that it has none. */
export interface AssetCoordinatesTable {
  coordinate_id: Generated<number>;
  asset_id: number;
  latitude: number;
  longitude: number;
  set_ms: number;
  /** 1: from then on the asset had no position; the row names the one that was taken back. */
  is_cleared: Generated<number>;
  /** 1: the device said so itself; it stays out of the journal but where it follows what people set. */
  is_reported: Generated<number>;
}

export interface AssetGroupAssetsTable {
  asset_group_id: number;
  asset_id: number;
}

export interface AssetTables {
  assets: AssetsTable;
  asset_attributes: AssetAttributesTable;
  asset_coordinates: AssetCoordinatesTable;
  asset_group_assets: AssetGroupAssetsTable;
  patient_info: PatientInfoTable;
}
