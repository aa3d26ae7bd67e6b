import type { AlarmDefinitionId, AssetId, alarms, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { AlarmsTable, AlarmTransitionsTable } from './alarm-tables.ts';

/** How one alarm of one asset is at a moment. */
export interface AlarmState {
  assetId: AssetId;
  alarmDefinitionId: AlarmDefinitionId;
  /** Null: not open. */
  status: alarms.AlarmStatus | null;
  /** The condition is true. */
  active: boolean;
  raisedMs: EpochMs;
  lastRaisedMs: EpochMs;
  count: number;
  cause: string;
  /** See `AlarmCause`. */
  causeNumbers: string;
  /** Null: not shelved. */
  shelvedUntilMs: EpochMs | null;
  shelvedNote: string;
  shelvedBy: string;
  /** Empty: nobody has since it was raised. */
  acknowledgedBy: string;
  acknowledgedMs: EpochMs | null;
}

/** What happened to an alarm, with how it was afterwards and what it was called then. */
export interface AlarmTransition extends AlarmState {
  kind: alarms.AlarmTransitionKind;
  timeMs: EpochMs;
  user: string;
  note: string;
  name: string;
  reason: string;
  severity: number;
}

export interface TransitionFilter {
  assetId: AssetId;
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
  alarmDefinitionId?: AlarmDefinitionId | undefined;
  limit: number;
  offset: number;
}

const ROWS_PER_STATEMENT = 500;

function stateOf(row: Omit<Selectable<AlarmsTable>, 'changed_ms'>): AlarmState {
  return {
    assetId: row.asset_id as AssetId,
    alarmDefinitionId: row.alarm_definition_id as AlarmDefinitionId,
    status: row.status as alarms.AlarmStatus | null,
    active: row.active === 1,
    raisedMs: row.raised_ms,
    lastRaisedMs: row.last_raised_ms,
    count: row.count,
    cause: row.cause,
    causeNumbers: row.cause_numbers,
    shelvedUntilMs: row.shelved_until_ms,
    shelvedNote: row.shelved_note,
    shelvedBy: row.shelved_by,
    acknowledgedBy: row.acknowledged_by,
    acknowledgedMs: row.acknowledged_ms,
  };
}

function stateColumns(state: AlarmState) {
  return {
    asset_id: state.assetId,
    alarm_definition_id: state.alarmDefinitionId,
    status: state.status,
    active: state.active ? 1 : 0,
    raised_ms: state.raisedMs,
    last_raised_ms: state.lastRaisedMs,
    count: state.count,
    cause: storableText(state.cause),
    cause_numbers: storableText(state.causeNumbers),
    shelved_until_ms: state.shelvedUntilMs,
    shelved_note: storableText(state.shelvedNote),
    shelved_by: storableText(state.shelvedBy),
    acknowledged_by: storableText(state.acknowledgedBy),
    acknowledged_ms: state.acknowledgedMs,
  };
}

export function transitionOf(row: Selectable<AlarmTransitionsTable>): AlarmTransition & { transitionId: number } {
  return {
    ...stateOf(row),
    transitionId: row.transition_id,
    kind: row.kind as alarms.AlarmTransitionKind,
    timeMs: row.time_ms,
    user: row.by_name,
    note: row.note,
    name: row.name,
    reason: row.reason,
    severity: row.severity,
  };
}

/** Alarms as they are now, and everything that ever happened to them. */
export class AlarmRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  within(transaction: Kysely<Database>): AlarmRepository {
    return new AlarmRepository(transaction);
  }

  async list(): Promise<AlarmState[]> {
    return (await this.#db.selectFrom('alarms').selectAll().execute()).map(stateOf);
  }

  async save(states: readonly AlarmState[], changedMs: EpochMs): Promise<void> {
    for (let first = 0; first < states.length; first += ROWS_PER_STATEMENT) {
      const rows = states.slice(first, first + ROWS_PER_STATEMENT);
      await this.#db
        .insertInto('alarms')
        .values(rows.map((state) => ({ ...stateColumns(state), changed_ms: changedMs })))
        .onConflict((conflict) =>
          conflict.columns(['asset_id', 'alarm_definition_id']).doUpdateSet((set) => ({
            status: set.ref('excluded.status'),
            active: set.ref('excluded.active'),
            raised_ms: set.ref('excluded.raised_ms'),
            last_raised_ms: set.ref('excluded.last_raised_ms'),
            count: set.ref('excluded.count'),
            cause: set.ref('excluded.cause'),
            cause_numbers: set.ref('excluded.cause_numbers'),
            shelved_until_ms: set.ref('excluded.shelved_until_ms'),
            shelved_note: set.ref('excluded.shelved_note'),
            shelved_by: set.ref('excluded.shelved_by'),
            acknowledged_by: set.ref('excluded.acknowledged_by'),
            acknowledged_ms: set.ref('excluded.acknowledged_ms'),
            changed_ms: set.ref('excluded.changed_ms'),
          })),
        )
        .execute();
    }
  }

  async append(transitions: readonly AlarmTransition[]): Promise<void> {
    for (let first = 0; first < transitions.length; first += ROWS_PER_STATEMENT) {
      const rows = transitions.slice(first, first + ROWS_PER_STATEMENT).map((transition) => ({
        ...stateColumns(transition),
        kind: transition.kind,
        time_ms: transition.timeMs,
        by_name: storableText(transition.user),
        note: storableText(transition.note),
        name: storableText(transition.name),
        reason: storableText(transition.reason),
        severity: transition.severity,
        ended_ms: transition.kind === 'closed' || transition.kind === 'expired' ? transition.timeMs : null,
      }));
      await this.#db.insertInto('alarm_transitions').values(rows).execute();
    }
  }

  /** Whether this has been written down. */
  async hasTransition(transition: AlarmTransition): Promise<boolean> {
    const found = await this.#db
      .selectFrom('alarm_transitions')
      .select('transition_id')
      .where('asset_id', '=', transition.assetId)
      .where('alarm_definition_id', '=', transition.alarmDefinitionId)
      .where('time_ms', '=', transition.timeMs)
      .where('kind', '=', transition.kind)
      .where('raised_ms', '=', transition.raisedMs)
      .where('count', '=', transition.count)
      .where('by_name', '=', storableText(transition.user))
      .where('note', '=', storableText(transition.note))
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Assets and definitions of these pairs that are still there: what was deleted in between cannot be written of. */
  async listExisting(assetIds: readonly AssetId[]): Promise<Set<AssetId>> {
    const found = new Set<AssetId>();
    for (let first = 0; first < assetIds.length; first += ROWS_PER_STATEMENT) {
      const rows = await this.#db
        .selectFrom('assets')
        .select('asset_id')
        .where('asset_id', 'in', assetIds.slice(first, first + ROWS_PER_STATEMENT))
        .execute();
      for (const row of rows) found.add(row.asset_id as AssetId);
    }
    return found;
  }

  /** Newest first, and how many there are in all. */
  async listTransitions(filter: TransitionFilter): Promise<[(AlarmTransition & { transitionId: number })[], number]> {
    let query = this.#db.selectFrom('alarm_transitions').where('asset_id', '=', filter.assetId);
    if (filter.fromMs !== undefined) query = query.where('time_ms', '>=', filter.fromMs);
    if (filter.toMs !== undefined) query = query.where('time_ms', '<=', filter.toMs);
    if (filter.alarmDefinitionId !== undefined) {
      query = query.where('alarm_definition_id', '=', filter.alarmDefinitionId);
    }
    const { total } = await query.select((s) => s.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .selectAll()
      .orderBy('time_ms', 'desc')
      .orderBy('transition_id', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute();
    return [rows.map(transitionOf), Number(total)];
  }

  /** The ends of alarms that were open at some moment between two times, newest first. */
  async listEnds(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs, limit: number): Promise<AlarmTransition[]> {
    const rows = await this.#db
      .selectFrom('alarm_transitions')
      .selectAll()
      .where('asset_id', '=', assetId)
      .where('time_ms', '>=', fromMs)
      .where('ended_ms', 'is not', null)
      .where('raised_ms', '<=', toMs)
      .orderBy('time_ms', 'desc')
      .orderBy('transition_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(transitionOf);
  }

  /** The last thing that had happened to each alarm of the asset by that time, where it left the alarm open. */
  async listOpenAt(assetId: AssetId, timeMs: EpochMs): Promise<AlarmTransition[]> {
    const rows = await this.#db
      .selectFrom((from) =>
        from
          .selectFrom('alarm_transitions')
          .selectAll()
          .select((select) =>
            select.fn
              .agg<number>('row_number')
              .over((over) =>
                over.partitionBy('alarm_definition_id').orderBy('time_ms', 'desc').orderBy('transition_id', 'desc'),
              )
              .as('newness'),
          )
          .where('asset_id', '=', assetId)
          .where('time_ms', '<=', timeMs)
          .as('last'),
      )
      .selectAll()
      .where('newness', '=', 1)
      .where('status', 'is not', null)
      .execute();
    return rows.map(transitionOf);
  }
}
