import type { AssetId, commands, DataItemId, EpochMs, UserId } from '@telltale/contract';
import type { Selectable } from 'kysely';
import type { CommandsTable } from './command-tables.ts';

/** A value as it was recorded. */
export interface RecordedValue {
  /** Null: one that is no number. */
  value: number | string | null;
  timeMs: number;
}

/** By which it is told whether a command worked. */
export interface Effect {
  dataItemId: DataItemId;
  label: string;
  withinSeconds: number;
  /** Null: any other value than before. */
  expected: number | string | null;
  tolerance: number;
}

export interface CommandRecord {
  commandId: number;
  assetId: AssetId;
  commandDefinitionId: number;
  templateName: string | null;
  command: string;
  state: commands.CommandState;
  createdMs: EpochMs;
  expiresMs: EpochMs;
  sentMs: EpochMs | null;
  deliveredMs: EpochMs | null;
  endedMs: EpochMs | null;
  answer: string | null;
  answeredMs: EpochMs | null;
  userId: UserId;
  username: string;
  isDangerous: boolean;
  releasedMs: EpochMs | null;
  releasedBy: string | null;
  refusedBy: string | null;
  effect: Effect | null;
  before: RecordedValue | null;
  after: RecordedValue | null;
}

/** What people did with commands: there are new ones or released ones, or one is not to be sent. */
export type CommandNews =
  | { taken: readonly CommandRecord[] }
  | { dropped: Pick<CommandRecord, 'assetId' | 'commandId'> };

/** One that has not gone anywhere yet. */
export type NewCommand = Pick<
  CommandRecord,
  | 'assetId'
  | 'commandDefinitionId'
  | 'templateName'
  | 'command'
  | 'createdMs'
  | 'expiresMs'
  | 'userId'
  | 'username'
  | 'isDangerous'
  | 'effect'
>;

export function toRecord(row: Selectable<CommandsTable>): CommandRecord {
  return {
    commandId: row.command_id,
    assetId: row.asset_id as AssetId,
    commandDefinitionId: row.command_definition_id,
    templateName: row.template_name,
    command: row.command,
    state: row.state,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    sentMs: row.sent_ms,
    deliveredMs: row.delivered_ms,
    endedMs: row.ended_ms,
    answer: row.answer,
    answeredMs: row.answered_ms,
    userId: row.by_user_id as UserId,
    username: row.by_name,
    isDangerous: row.is_dangerous === 1,
    releasedMs: row.released_ms,
    releasedBy: row.released_by,
    refusedBy: row.refused_by,
    effect: effectOf(row),
    before: recordedOf(row.before_value, row.before_ms),
    after: recordedOf(row.after_value, row.after_ms),
  };
}

function effectOf(row: Selectable<CommandsTable>): Effect | null {
  if (row.effect_item_id === null) return null;
  return {
    dataItemId: row.effect_item_id as DataItemId,
    label: row.effect_label ?? '',
    withinSeconds: row.effect_within_s ?? 0,
    expected: row.effect_expected === null ? null : (JSON.parse(row.effect_expected) as number | string),
    tolerance: row.effect_tolerance ?? 0,
  };
}

/** The columns of what a command should do. */
export function effectColumns(effect: Effect | null) {
  return {
    effect_item_id: effect?.dataItemId ?? null,
    effect_label: effect?.label ?? null,
    effect_within_s: effect?.withinSeconds ?? null,
    effect_expected: effect?.expected == null ? null : JSON.stringify(effect.expected),
    effect_tolerance: effect?.tolerance ?? null,
  };
}

function recordedOf(value: string | null, timeMs: number | null): RecordedValue | null {
  return value === null || timeMs === null ? null : { value: JSON.parse(value) as RecordedValue['value'], timeMs };
}
