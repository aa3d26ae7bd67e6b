import type { Generated } from 'kysely';

/** A browser in which a user is told. */
export interface AlertBrowsersTable {
  browser_id: Generated<number>;
  user_id: number;
  /** The session that agreed last. */
  auth_id: string;
  /** SHA-256 of the address: one browser has one row, of whoever agreed in it last. */
  mark: string;
  /** Address and keys as the browser gave them: who has them can write to its screen. */
  sealed_subscription: string;
  /** The host of the address. */
  service: string;
  user_agent: string;
  created_ms: number;
  last_used_ms: number | null;
}

export interface BrowserTables {
  alert_browsers: AlertBrowsersTable;
}
