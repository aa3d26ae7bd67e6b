import { type AdminId, type AssetId, type EpochMs, events, type handovers } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { StoredLine, StoredSection } from './handover-content.ts';
import {
  CHANGED,
  changedSchema,
  commandName,
  eventLine,
  iso,
  MAINTENANCE_WORDS,
  NOTHING,
  STATUS_WORDS,
} from './handover-lines.ts';

export interface HandoverSpan {
  adminId: AdminId;
  fromMs: EpochMs;
  toMs: EpochMs;
}

/** A section holds so many lines: a shift that has more is one that nobody reads line by line. */
export const MOST_LINES = 500;
/** A time offline that began longer ago is known to everybody. */
const OFFLINE_BACK_MS = 30 * 86_400_000;
/** Maintenance is told so long before it is due. */
const MAINTENANCE_AHEAD_MS = 7 * 86_400_000;
const IN_PROGRESS = 2;

const ASSET_NAME = sql<string>`coalesce(nullif(assets.asset_alias, ''), assets.serial_number)`;
const ONLINE = events.ONLINE_EVENT_DEFINITION_ID;
const OFFLINE = events.OFFLINE_EVENT_DEFINITION_ID;

/** What happened to the assets of an admin unit in a span, as a handover tells it. */
export class HandoverFacts {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** One question for each section, however many assets the unit has. */
  async sections(span: HandoverSpan): Promise<StoredSection[]> {
    const read: readonly [handovers.HandoverSection, () => Promise<StoredLine[]>][] = [
      ['open', () => this.#openAlarms(span)],
      ['opened', () => this.#transitions(span, ['raised'])],
      ['closed', () => this.#transitions(span, ['closed', 'expired'])],
      ['shelved', () => this.#transitions(span, ['shelved'])],
      ['commands', () => this.#commands(span)],
      ['offline', () => this.#offline(span)],
      ['notes', () => this.#notes(span)],
      ['maintenance', () => this.#maintenance(span)],
      ['changes', () => this.#changes(span)],
    ];
    const sections: StoredSection[] = [{ section: 'summary', lines: [], isCut: false }];
    for (const [section, lines] of read) {
      const found = await lines();
      sections.push({ section, lines: found.slice(0, MOST_LINES), isCut: found.length > MOST_LINES });
    }
    return sections;
  }

  async listAssetIds(adminId: AdminId): Promise<AssetId[]> {
    const rows = await this.#db.selectFrom('assets').select('asset_id').where('admin_id', '=', adminId).execute();
    return rows.map((row) => row.asset_id as AssetId);
  }

  async #openAlarms({ adminId }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#db
      .selectFrom('alarms')
      .innerJoin('assets', 'assets.asset_id', 'alarms.asset_id')
      .innerJoin('alarm_definitions as kind', 'kind.alarm_definition_id', 'alarms.alarm_definition_id')
      .select(['alarms.asset_id', 'alarms.alarm_definition_id', 'status', 'raised_ms', 'cause', 'acknowledged_by'])
      .select(['shelved_until_ms', 'kind.name', 'kind.severity', ASSET_NAME.as('asset_name')])
      .where('assets.admin_id', '=', adminId)
      .where('status', 'is not', null)
      .orderBy('kind.severity', 'desc')
      .orderBy('raised_ms')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      key: `${row.asset_id}-${row.alarm_definition_id}`,
      time: iso(row.raised_ms),
      assetId: row.asset_id as AssetId,
      assetName: row.asset_name,
      title: row.name,
      state: [STATUS_WORDS[row.status ?? 0] ?? '', row.shelved_until_ms === null ? '' : 'shelved']
        .filter(Boolean)
        .join(', '),
      text: row.cause,
      user: row.acknowledged_by,
      severity: row.severity,
      group: 'Alarms',
    }));
  }

  async #transitions({ adminId, fromMs, toMs }: HandoverSpan, kinds: readonly string[]): Promise<StoredLine[]> {
    const rows = await this.#db
      .selectFrom('alarm_transitions as happened')
      .innerJoin('assets', 'assets.asset_id', 'happened.asset_id')
      .select(['transition_id', 'happened.asset_id', 'time_ms', 'by_name', 'note', 'name', 'cause', 'severity', 'kind'])
      .select(ASSET_NAME.as('asset_name'))
      .where('assets.admin_id', '=', adminId)
      .where('time_ms', '>=', fromMs)
      .where('time_ms', '<', toMs)
      .where('kind', 'in', kinds)
      .orderBy('time_ms')
      .orderBy('transition_id')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      key: `${row.transition_id}`,
      time: iso(row.time_ms),
      assetId: row.asset_id as AssetId,
      assetName: row.asset_name,
      title: row.name,
      state: row.kind,
      text: row.kind === 'raised' ? row.cause : row.note,
      user: row.by_name,
      severity: row.severity,
      group: 'Alarms',
    }));
  }

  async #commands({ adminId, fromMs, toMs }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#db
      .selectFrom('commands')
      .innerJoin('assets', 'assets.asset_id', 'commands.asset_id')
      .select(['command_id', 'commands.asset_id', 'template_name', 'command', 'state', 'answer', 'by_name'])
      .select(['commands.created_ms', ASSET_NAME.as('asset_name')])
      .where('assets.admin_id', '=', adminId)
      .where('commands.created_ms', '>=', fromMs)
      .where('commands.created_ms', '<', toMs)
      .orderBy('commands.created_ms')
      .orderBy('command_id')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      key: `${row.command_id}`,
      time: iso(row.created_ms),
      assetId: row.asset_id as AssetId,
      assetName: row.asset_name,
      title: row.template_name ?? commandName(row.command),
      state: row.state,
      text: (row.answer ?? '').slice(0, 500),
      user: row.by_name,
      group: 'Commands',
    }));
  }

  /** Those that began in the span, and those that lasted into it. */
  async #offline({ adminId, fromMs, toMs }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#db
      .selectFrom((from) =>
        from
          .selectFrom('events')
          .innerJoin('assets', 'assets.asset_id', 'events.asset_id')
          .select(['event_id', 'events.asset_id', 'timestamp_ms', ASSET_NAME.as('asset_name')])
          .select((select) =>
            select
              .selectFrom('events as back')
              .select((inner) => inner.fn.min<number | null>('back.timestamp_ms').as('back_ms'))
              .whereRef('back.asset_id', '=', 'events.asset_id')
              .where('back.event_definition_id', '=', ONLINE)
              .whereRef('back.timestamp_ms', '>=', 'events.timestamp_ms')
              .as('until_ms'),
          )
          .where('assets.admin_id', '=', adminId)
          .where('events.event_definition_id', '=', OFFLINE)
          .where('timestamp_ms', '>=', fromMs - OFFLINE_BACK_MS)
          .where('timestamp_ms', '<', toMs)
          .as('spans'),
      )
      .selectAll()
      .where((where) => where.or([where('until_ms', 'is', null), where('until_ms', '>', fromMs)]))
      .orderBy('timestamp_ms')
      .orderBy('event_id')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => {
      const untilMs = row.until_ms === null ? null : Number(row.until_ms);
      const isOver = untilMs !== null && untilMs <= toMs;
      return {
        ...NOTHING,
        key: `${row.event_id}`,
        time: iso(row.timestamp_ms),
        until: isOver ? iso(untilMs) : null,
        assetId: row.asset_id as AssetId,
        assetName: row.asset_name,
        title: 'Offline',
        state: isOver ? '' : 'still',
        group: 'Assets',
      };
    });
  }

  /** Notes, what else was written down as an event, and comments on alarms. */
  async #notes(span: HandoverSpan): Promise<StoredLine[]> {
    const { adminId, fromMs, toMs } = span;
    const rows = await this.#events(adminId)
      .where('kind.category', '!=', events.CATEGORY_MAINTENANCE)
      .where('events.event_definition_id', 'not in', [ONLINE, OFFLINE])
      .where('timestamp_ms', '>=', fromMs)
      .where('timestamp_ms', '<', toMs)
      .orderBy('timestamp_ms')
      .limit(MOST_LINES + 1)
      .execute();
    const comments = await this.#transitions(span, ['commented']);
    return [...rows.map(eventLine), ...comments.map((line) => ({ ...line, key: `comment ${line.key}` }))].sort((a, b) =>
      a.time.localeCompare(b.time),
    );
  }

  /** What was asked for and is not done, up to a week ahead; overdue ones first. */
  async #maintenance({ adminId, toMs }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#events(adminId)
      .where('kind.category', '=', events.CATEGORY_MAINTENANCE)
      .where('status', '>', 0)
      .where('status', '<=', IN_PROGRESS)
      .where('timestamp_ms', '<', toMs + MAINTENANCE_AHEAD_MS)
      .orderBy('timestamp_ms')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => ({
      ...eventLine(row),
      state: [MAINTENANCE_WORDS[row.status] ?? '', row.timestamp_ms < toMs ? 'overdue' : ''].filter(Boolean).join(', '),
    }));
  }

  #events(adminId: AdminId) {
    return this.#db
      .selectFrom('events')
      .innerJoin('assets', 'assets.asset_id', 'events.asset_id')
      .innerJoin('event_definitions as kind', 'kind.event_definition_id', 'events.event_definition_id')
      .select(['event_id', 'events.asset_id', 'timestamp_ms', 'cause', 'status', 'by_name', 'kind.name', 'kind.alias'])
      .select(ASSET_NAME.as('asset_name'))
      .where('assets.admin_id', '=', adminId);
  }

  /** By the unit's people: the journal knows of each who made it. */
  async #changes({ adminId, fromMs, toMs }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#db
      .selectFrom('journal')
      .select(['journal_id', 'time_ms', 'kind', 'what', 'before', 'after', 'by_name'])
      .where('time_ms', '>=', fromMs)
      .where('time_ms', '<', toMs)
      .where('admin_id', '=', adminId)
      .where('kind', 'in', Object.keys(CHANGED))
      .orderBy('time_ms')
      .orderBy('journal_id')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => {
      const record = changedSchema.parse(JSON.parse(row.after ?? row.before ?? '{}') ?? {});
      const named = record.name ?? record.dashboardName ?? record.assetDefinitionName ?? '';
      return {
        ...NOTHING,
        key: `${row.journal_id}`,
        time: iso(row.time_ms),
        title: named === '' ? row.kind : `${row.kind} ${named}`,
        // The journal says it with the number of the record, which says nothing to who reads the name.
        state: row.what.split(' ').at(-1) ?? '',
        user: row.by_name,
        group: CHANGED[row.kind] ?? 'AssetDefinitions',
        assetDefinitionId: record.assetDefinitionId ?? null,
      };
    });
  }
}
