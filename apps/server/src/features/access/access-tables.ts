import type { Generated } from 'kysely';

export interface AdminUnitsTable {
  admin_id: Generated<number>;
  admin_name: string;
  parent_admin_id: number | null;
}

export interface UsersTable {
  user_id: Generated<number>;
  username: string;
  /** Trimmed, NFKC, lower case: two names that a reader cannot tell apart by case are one account. */
  username_key: string;
  admin_id: number;
  /** Null: no password was set yet, and nobody can log in. */
  password_hash: string | null;
  /** 1: the `view-only` sandbox account, which may change nothing. */
  read_only: number;
  created_ms: number;
  /** Until when the newest reset link is good, mailed or handed out; null: none was made. */
  reset_expires_ms: number | null;
  /** When a session or an API token of the user was last used, to the minute; null: never. */
  last_seen_ms: number | null;
}

export interface UserAttributesTable {
  user_id: number;
  attribute_key: string;
  attribute_name: string;
  attribute_value: string;
}

export interface UserGroupsTable {
  user_group_id: Generated<number>;
  user_group_name: string;
  description: string;
  admin_id: number;
  parent_group_id: number | null;
}

export interface UserGroupUsersTable {
  user_group_id: number;
  user_id: number;
}

export interface UserGroupPermissionsTable {
  user_group_id: number;
  permission_id: number;
}

export interface AssetGroupsTable {
  asset_group_id: Generated<number>;
  asset_group_name: string;
  description: string;
  admin_id: number;
  parent_group_id: number | null;
}

export interface UserGroupAssetGroupsTable {
  user_group_id: number;
  asset_group_id: number;
}

export interface AccessTables {
  admin_units: AdminUnitsTable;
  users: UsersTable;
  user_attributes: UserAttributesTable;
  user_groups: UserGroupsTable;
  user_group_users: UserGroupUsersTable;
  user_group_permissions: UserGroupPermissionsTable;
  asset_groups: AssetGroupsTable;
  user_group_asset_groups: UserGroupAssetGroupsTable;
}
