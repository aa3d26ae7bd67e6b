import type { Generated } from 'kysely';

export interface AlarmDefinitionsTable {
  alarm_definition_id: Generated<number>;
  asset_definition_id: number;
  name: string;
  reason: string;
  severity: number;
  /** Seconds, as are expiration and the delays. */
  escalation: number;
  expiration: number;
  self_ack: number;
  /** JSON text with expression and variables, as the client sent it. */
  flee: string;
  job_id: number;
  on_delay: number;
  off_delay: number;
  deadband: number;
  created_ms: number;
}

interface AlarmColumns {
  asset_id: number;
  alarm_definition_id: number;
  /** 1 open, 2 acknowledged, 3 escalated; null: not open. */
  status: number | null;
  /** 1: the condition is true. */
  active: number;
  raised_ms: number;
  last_raised_ms: number;
  count: number;
  cause: string;
  /** JSON: which numbers of the cause are values of which data item, in which unit; '': of none. */
  cause_numbers: Generated<string>;
  shelved_until_ms: number | null;
  shelved_note: string;
  shelved_by: string;
  /** Empty: nobody has since it was raised. */
  acknowledged_by: Generated<string>;
  acknowledged_ms: number | null;
}

/** One row per asset and definition that was ever raised: how it is now. */
export interface AlarmsTable extends AlarmColumns {
  changed_ms: number;
}

/** Append only: what happened, and how the alarm was afterwards. */
export interface AlarmTransitionsTable extends AlarmColumns {
  transition_id: Generated<number>;
  kind: string;
  time_ms: number;
  by_name: string;
  note: string;
  name: string;
  reason: string;
  severity: number;
  /** The time of what ended it; null: it did not end thereby. */
  ended_ms: number | null;
}

export interface AlarmOverridesTable {
  asset_id: number;
  alarm_definition_id: number;
  override_method: number;
  /** JSON text with expression and variables. */
  expression: string;
}

/** Of several nodes: what of the stream of a partition is evaluated, written in one transaction with what came of it. */
export interface AlarmPlacesTable {
  partition: number;
  /** Numbers of another stream say nothing. */
  stream: string;
  sequence: number;
  /** Until when time has passed for its alarms. */
  passed_ms: number;
}

export interface AlarmTables {
  alarm_definitions: AlarmDefinitionsTable;
  alarms: AlarmsTable;
  alarm_transitions: AlarmTransitionsTable;
  alarm_overrides: AlarmOverridesTable;
  alarm_places: AlarmPlacesTable;
}
