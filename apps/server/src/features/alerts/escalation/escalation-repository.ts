import type { AssetGroupId, EpochMs, UserGroupId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';
import type { AlertNews, Matter } from '../alert-news.ts';
import type { AlertClimbsTable } from './escalation-tables.ts';

/** What a user group is told of an asset group. */
export interface SubscriptionKey {
  userGroupId: number;
  assetGroupId: number;
}

export interface Step {
  position: number;
  nextGroupId: UserGroupId;
  minutes: number;
  /** Only who of the group is on call is told. */
  onCallOnly: boolean;
}

/** A subscription as administrators see it. */
export interface SubscriptionRecord extends SubscriptionKey {
  userGroupId: UserGroupId;
  userGroupName: string;
  /** Of the user group and of the asset group. */
  adminIds: readonly number[];
  assetGroupId: AssetGroupId;
  assetGroupName: string;
  severityMin: number;
  severityMax: number;
  onCallOnly: boolean;
}

/** An alarm that waits to be acknowledged. */
export interface Climb extends Matter, SubscriptionKey {
  climbId: number;
  position: number;
  dueMs: EpochMs;
}

export const keyOfSubscription = ({ userGroupId, assetGroupId }: SubscriptionKey) => `${userGroupId} ${assetGroupId}`;

const ROWS_PER_STATEMENT = 500;
const ACKNOWLEDGED = 2;

/** Who is told next, and how far that has come. */
export class EscalationRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async listSubscriptions(): Promise<SubscriptionRecord[]> {
    const rows = await this.#db
      .selectFrom('alerts')
      .innerJoin('user_groups as own', 'own.user_group_id', 'alerts.user_group_id')
      .innerJoin('asset_groups as about', 'about.asset_group_id', 'alerts.asset_group_id')
      .select([
        'alerts.user_group_id',
        'own.user_group_name',
        'own.admin_id',
        'about.admin_id as about_admin_id',
        'alerts.asset_group_id',
        'about.asset_group_name',
        'alerts.severity_min',
        'alerts.severity_max',
        'alerts.on_call_only',
      ])
      .orderBy('own.user_group_name')
      .orderBy('about.asset_group_name')
      .orderBy('alerts.user_group_id')
      .orderBy('alerts.asset_group_id')
      .execute();
    return rows.map((row) => ({
      userGroupId: row.user_group_id as UserGroupId,
      userGroupName: row.user_group_name,
      adminIds: [row.admin_id, row.about_admin_id],
      assetGroupId: row.asset_group_id as AssetGroupId,
      assetGroupName: row.asset_group_name,
      severityMin: row.severity_min,
      severityMax: row.severity_max,
      onCallOnly: row.on_call_only === 1,
    }));
  }

  /** In their order, by `keyOfSubscription`; undefined: of all subscriptions. */
  async listSteps(
    userGroupIds?: readonly number[],
  ): Promise<Map<string, (Step & { name: string; adminId: number })[]>> {
    if (userGroupIds?.length === 0) return new Map();
    let query = this.#db
      .selectFrom('alert_steps as step')
      .innerJoin('user_groups as next', 'next.user_group_id', 'step.next_group_id')
      .selectAll('step')
      .select(['next.user_group_name', 'next.admin_id']);
    if (userGroupIds) query = query.where('step.user_group_id', 'in', userGroupIds);
    const rows = await query.orderBy('step.position').execute();
    const steps = rows.map((row) => ({
      key: keyOfSubscription({ userGroupId: row.user_group_id, assetGroupId: row.asset_group_id }),
      position: row.position,
      nextGroupId: row.next_group_id as UserGroupId,
      minutes: row.minutes,
      onCallOnly: row.on_call_only === 1,
      name: row.user_group_name,
      adminId: row.admin_id,
    }));
    return Map.groupBy(steps, ({ key }) => key);
  }

  async replaceSteps(
    { userGroupId, assetGroupId }: SubscriptionKey,
    steps: readonly Omit<Step, 'position'>[],
  ): Promise<void> {
    await this.#db
      .deleteFrom('alert_steps')
      .where('user_group_id', '=', userGroupId)
      .where('asset_group_id', '=', assetGroupId)
      .execute();
    if (steps.length === 0) return;
    const rows = steps.map(({ nextGroupId, minutes, onCallOnly }, index) => ({
      user_group_id: userGroupId,
      asset_group_id: assetGroupId,
      position: index + 1,
      next_group_id: nextGroupId,
      minutes,
      on_call_only: onCallOnly ? 1 : 0,
    }));
    await this.#db.insertInto('alert_steps').values(rows).execute();
  }

  /** Whether only who of a subscription's own group is on call is told. */
  async setOnCallOnly({ userGroupId, assetGroupId }: SubscriptionKey, onCallOnly: boolean): Promise<void> {
    await this.#db
      .updateTable('alerts')
      .set({ on_call_only: onCallOnly ? 1 : 0 })
      .where('user_group_id', '=', userGroupId)
      .where('asset_group_id', '=', assetGroupId)
      .execute();
  }

  /** Nobody is told any more of these alarms, however they were raised. */
  async endClimbs(alarms: readonly Pick<Matter, 'assetId' | 'alarmDefinitionId'>[]): Promise<void> {
    for (const [assetId, some] of Map.groupBy(alarms, (alarm) => alarm.assetId)) {
      await this.#db
        .deleteFrom('alert_climbs')
        .where('asset_id', '=', assetId)
        .where('alarm_definition_id', 'in', [...new Set(some.map(({ alarmDefinitionId }) => alarmDefinitionId))])
        .execute();
    }
  }

  async startClimbs(climbs: readonly Omit<Climb, 'climbId' | 'position'>[]): Promise<void> {
    for (let first = 0; first < climbs.length; first += ROWS_PER_STATEMENT) {
      const rows = climbs.slice(first, first + ROWS_PER_STATEMENT).map((climb) => ({
        asset_id: climb.assetId,
        alarm_definition_id: climb.alarmDefinitionId,
        occurrence_ms: climb.occurrenceMs,
        user_group_id: climb.userGroupId,
        asset_group_id: climb.assetGroupId,
        position: 0,
        due_ms: climb.dueMs,
      }));
      await this.#db.insertInto('alert_climbs').values(rows).execute();
    }
  }

  async isAnyDue(nowMs: EpochMs): Promise<boolean> {
    const row = await this.#db
      .selectFrom('alert_climbs')
      .select('climb_id')
      .where('due_ms', '<=', nowMs)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async listDue(nowMs: EpochMs, limit: number): Promise<Climb[]> {
    const rows = await this.#db
      .selectFrom('alert_climbs')
      .selectAll()
      .where('due_ms', '<=', nowMs)
      .orderBy('due_ms')
      .orderBy('climb_id')
      .limit(limit)
      .execute();
    return rows.map((row) => toClimb(row));
  }

  async advance(climbId: number, position: number, dueMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('alert_climbs')
      .set({ position, due_ms: dueMs })
      .where('climb_id', '=', climbId)
      .execute();
  }

  async deleteClimbs(climbIds: readonly number[]): Promise<void> {
    if (climbIds.length === 0) return;
    await this.#db.deleteFrom('alert_climbs').where('climb_id', 'in', climbIds).execute();
  }

  /** Those of these alarms that are open, not shelved, and not acknowledged, as they stand in the database, by `matterOf`. */
  async listUnanswered(matters: readonly Matter[]): Promise<Omit<AlertNews, 'kind' | 'timeMs' | 'step'>[]> {
    if (matters.length === 0) return [];
    const rows = await this.#db
      .selectFrom('alarms')
      .innerJoin('alarm_definitions as kind', 'kind.alarm_definition_id', 'alarms.alarm_definition_id')
      .select([
        'alarms.asset_id',
        'alarms.alarm_definition_id',
        'alarms.raised_ms',
        'alarms.cause',
        'alarms.cause_numbers',
        'kind.name',
        'kind.reason',
        'kind.severity',
      ])
      .where(isOneOf('alarms.asset_id', [...new Set(matters.map(({ assetId }) => assetId))]))
      .where(
        isOneOf('alarms.alarm_definition_id', [...new Set(matters.map(({ alarmDefinitionId }) => alarmDefinitionId))]),
      )
      .where('alarms.status', 'is not', null)
      .where('alarms.status', '!=', ACKNOWLEDGED)
      .where('alarms.shelved_until_ms', 'is', null)
      .execute();
    return rows.map((row) => ({
      source: 'alarm',
      assetId: row.asset_id as Matter['assetId'],
      alarmDefinitionId: row.alarm_definition_id as Matter['alarmDefinitionId'],
      occurrenceMs: row.raised_ms,
      name: row.name,
      reason: row.reason,
      severity: row.severity,
      cause: row.cause,
      causeNumbers: row.cause_numbers,
      by: 'telltale',
      note: '',
    }));
  }
}

function toClimb(row: Selectable<AlertClimbsTable>): Climb {
  return {
    climbId: row.climb_id,
    assetId: row.asset_id as Matter['assetId'],
    alarmDefinitionId: row.alarm_definition_id as Matter['alarmDefinitionId'],
    occurrenceMs: row.occurrence_ms,
    userGroupId: row.user_group_id,
    assetGroupId: row.asset_group_id,
    position: row.position,
    dueMs: row.due_ms,
  };
}
