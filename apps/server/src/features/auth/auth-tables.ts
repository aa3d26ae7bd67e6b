import type { Generated } from 'kysely';

/** Tokens are kept as SHA-256 only: a reader of the file cannot use them. */
export interface SessionsTable {
  auth_id: string;
  token_hash: string;
  broker_token_hash: string;
  user_id: number;
  created_ms: number;
  last_used_ms: number;
  /** When its user last proved who they are: the login, or a proof since. */
  proved_ms: number;
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

/** A second factor; what its user shares with an app is sealed (secret-box.ts). */
export interface SecondFactorsTable {
  user_id: number;
  sealed_secret: string;
  /** Null: no code has confirmed it yet. */
  confirmed_ms: number | null;
  /** The time step whose code was used last: it and all before are used up. */
  last_step: number;
}

export interface RecoveryCodesTable {
  user_id: number;
  code_hash: string;
}

/** Which account an identity provider's user has. */
export interface ExternalLoginsTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_ms: number;
}

/** An alternative address that waits to be confirmed from its own mailbox. */
export interface AddressChangesTable {
  user_id: number;
  address: string;
  change_hash: string;
  /** Of the password that the account had: another one since ends the change. */
  password_mark: string;
  expires_ms: number;
}

export interface AuthTables {
  address_changes: AddressChangesTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  external_logins: ExternalLoginsTable;
  password_resets: PasswordResetsTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
}
