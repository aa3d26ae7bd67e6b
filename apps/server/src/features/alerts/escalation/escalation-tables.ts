import type { Generated } from 'kysely';

/** Who is told next when nobody who was told acknowledges. */
export interface AlertStepsTable {
  user_group_id: number;
  asset_group_id: number;
  /** From 1; there may be gaps where a group was deleted. */
  position: number;
  next_group_id: number;
  /** After the step before it. */
  minutes: number;
  /** 1: only who is on call is told. */
  on_call_only: Generated<number>;
}

/** An alarm that waits to be acknowledged, for each subscription with steps. */
export interface AlertClimbsTable {
  climb_id: Generated<number>;
  asset_id: number;
  alarm_definition_id: number;
  occurrence_ms: number;
  user_group_id: number;
  asset_group_id: number;
  /** Of the step that was told last; 0: none yet. */
  position: number;
  /** When the next step is told. */
  due_ms: number;
}

export interface EscalationTables {
  alert_steps: AlertStepsTable;
  alert_climbs: AlertClimbsTable;
}
