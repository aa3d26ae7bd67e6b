import type { commands } from '@telltale/contract';
import type { Generated } from 'kysely';

export interface CommandsTable {
  command_id: Generated<number>;
  asset_id: number;
  /** 0: made from no template. */
  command_definition_id: number;
  template_name: string | null;
  /** JSON text with module, command, parameter. */
  command: string;
  state: commands.CommandState;
  created_ms: number;
  expires_ms: number;
  /** When it was handed to the device's connection: it is not handed over again. */
  sent_ms: number | null;
  delivered_ms: number | null;
  /** When it was answered, failed, expired, refused, verified or found without effect. */
  ended_ms: number | null;
  /** JSON text of the device's first answer, or why it failed. */
  answer: string | null;
  /** When that answer came; null in what is older than this and was judged by its effect, and where it is no answer. */
  answered_ms: number | null;
  by_user_id: number;
  by_name: string;
  /** 1: a second person must release it, or did; null in what is older than this. */
  is_dangerous: number | null;
  released_ms: number | null;
  released_by: string | null;
  /** Who said that it is not sent, or took it back. */
  refused_by: string | null;
  /** The data item that it should move; null: nobody looks. */
  effect_item_id: number | null;
  effect_label: string | null;
  effect_within_s: number | null;
  /** JSON of a number or a text; null: any other value than before. */
  effect_expected: string | null;
  effect_tolerance: number | null;
  /** JSON of a number, a text or null; the values as they were recorded when it was sent, and by which it was judged. */
  before_value: string | null;
  before_ms: number | null;
  after_value: string | null;
  after_ms: number | null;
}

/** What a device answered after its first answer, or after the command had expired. */
export interface CommandAnswersTable {
  command_answer_id: Generated<number>;
  command_id: number;
  received_ms: number;
  kind: 'late' | 'repeated';
  /** JSON text. */
  answer: string;
}

export interface CommandDefinitionsTable {
  command_definition_id: Generated<number>;
  asset_definition_id: number;
  name: string;
  name_key: string;
  module: string;
  command: string;
  /** JSON of a CommandForm. */
  form: string;
  parameter_field: string | null;
  data_item_id: number | null;
  expected_field: string | null;
  tolerance: number;
  within_s: number;
  expiration_s: number;
  is_dangerous: number;
  created_ms: number;
}

export interface CommandTables {
  commands: CommandsTable;
  command_answers: CommandAnswersTable;
  command_definitions: CommandDefinitionsTable;
}
