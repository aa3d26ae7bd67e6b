import type { Generated } from 'kysely';

/** Who of a user group is on call, week by week. */
export interface AlertRotasTable {
  user_group_id: number;
  /** IANA. */
  zone: string;
  /** 1: Monday … 7: Sunday. */
  handover_day: number;
  handover_minute: number;
  /** `2026-11-23`: in the first member's week. */
  start_day: string;
  /** JSON: ids of users in the order of their turns. */
  members: string;
  version: number;
}

/** Somebody else is on call for a span. */
export interface AlertRotaOverridesTable {
  override_id: Generated<number>;
  user_group_id: number;
  user_id: number;
  from_ms: number;
  to_ms: number;
}

export interface RotaTables {
  alert_rotas: AlertRotasTable;
  alert_rota_overrides: AlertRotaOverridesTable;
}
