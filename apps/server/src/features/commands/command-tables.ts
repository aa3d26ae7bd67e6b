import type { Generated } from 'kysely';

export interface CommandsTable {
  command_id: Generated<number>;
  asset_id: number;
  command_definition_id: number;
  /** JSON text with module, command, parameter. */
  command: string;
  state: 'queued' | 'delivered' | 'answered' | 'failed' | 'expired';
  created_ms: number;
  expires_ms: number;
  delivered_ms: number | null;
  /** When it was answered, failed or expired. */
  ended_ms: number | null;
  /** JSON text of the device's answer, or why it failed. */
  answer: string | null;
  by_user_id: number;
  by_name: string;
}

export interface CommandTables {
  commands: CommandsTable;
}
