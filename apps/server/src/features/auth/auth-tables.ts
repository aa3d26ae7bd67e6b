import type { Generated } from 'kysely';

/** Tokens are kept as SHA-256 only: a reader of the file cannot use them. */
export interface SessionsTable {
  auth_id: string;
  token_hash: string;
  broker_token_hash: string;
  user_id: number;
  created_ms: number;
  last_used_ms: number;
  address: string;
  user_agent: string;
}

export interface ApiTokensTable {
  token_id: Generated<number>;
  token_hash: string;
  user_id: number;
  name: string;
  /** JSON array of permission ids; null: all that the owner holds. */
  permission_ids: string | null;
  created_ms: number;
  expires_ms: number | null;
  last_used_ms: number | null;
}

export interface PasswordResetsTable {
  change_hash: string;
  user_id: number;
  expires_ms: number;
}

export interface AuthTables {
  password_resets: PasswordResetsTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
}
