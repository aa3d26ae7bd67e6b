import {
  type AdminId,
  type AlarmDefinitionId,
  type AssetId,
  type EpochMs,
  events,
  type handovers,
} from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { causeNumbersField } from '#expressions/kept-cause-numbers.ts';
import { changeLines } from './handover-changes.ts';
import type { StoredLine, StoredSection } from './handover-content.ts';
import { commandName, eventLine, iso, MAINTENANCE_WORDS, NOTHING, STATUS_WORDS } from './handover-lines.ts';
import { offlineLines } from './handover-offline.ts';
import { ASSET_NAME, type HandoverSpan, MOST_LINES } from './handover-span.ts';

/** Maintenance is told so long before it is due. */
const MAINTENANCE_AHEAD_MS = 7 * 86_400_000;
const IN_PROGRESS = 2;

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
      ['offline', () => offlineLines(this.#db, span)],
      ['notes', () => this.#notes(span)],
      ['maintenance', () => this.#maintenance(span)],
      ['changes', () => changeLines(this.#db, span)],
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
      .select([
        'cause_numbers',
        'last_raised_ms',
        'shelved_until_ms',
        'kind.name',
        'kind.severity',
        ASSET_NAME.as('asset_name'),
      ])
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
      cause: causeOf(row, row.last_raised_ms),
      user: row.acknowledged_by,
      severity: row.severity,
      group: 'Alarms',
    }));
  }

  async #transitions(span: HandoverSpan, kinds: readonly string[]): Promise<StoredLine[]> {
    const { adminId, fromMs, after, upTo } = span;
    const rows = await this.#db
      .selectFrom('alarm_transitions as happened')
      .innerJoin('assets', 'assets.asset_id', 'happened.asset_id')
      .select(['transition_id', 'happened.asset_id', 'time_ms', 'by_name', 'note', 'name', 'cause', 'severity', 'kind'])
      .select(['alarm_definition_id', 'cause_numbers', ASSET_NAME.as('asset_name')])
      .where('assets.admin_id', '=', adminId)
      .where('transition_id', '>', after.transition)
      .where('transition_id', '<=', upTo.transition)
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
      ...(row.kind === 'raised' ? { text: row.cause, cause: causeOf(row, row.time_ms) } : { text: row.note }),
      user: row.by_name,
      severity: row.severity,
      isLate: row.time_ms < fromMs,
      group: 'Alarms',
    }));
  }

  /** Those that were sent, and those of the shift before whose result came in this one. */
  async #commands({ adminId, fromMs, after, upTo }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#db
      .selectFrom('commands')
      .innerJoin('assets', 'assets.asset_id', 'commands.asset_id')
      .select(['command_id', 'commands.asset_id', 'template_name', 'command', 'state', 'answer', 'by_name'])
      .select(['commands.created_ms', ASSET_NAME.as('asset_name')])
      .where('assets.admin_id', '=', adminId)
      .where('command_id', '<=', upTo.command)
      .where((where) => where.or([where('command_id', '>', after.command), where('commands.ended_ms', '>=', fromMs)]))
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

  /** Notes, what else was written down as an event, and comments on alarms. */
  async #notes(span: HandoverSpan): Promise<StoredLine[]> {
    const { adminId, fromMs, after, upTo } = span;
    const rows = await this.#events(adminId)
      .where('kind.category', '!=', events.CATEGORY_MAINTENANCE)
      .where('events.event_definition_id', 'not in', [ONLINE, OFFLINE])
      .where('event_id', '>', after.event)
      .where('event_id', '<=', upTo.event)
      .orderBy('timestamp_ms')
      .limit(MOST_LINES + 1)
      .execute();
    const noted = rows.map((row) => ({ ...eventLine(row), isLate: row.timestamp_ms < fromMs }));
    const comments = await this.#transitions(span, ['commented']);
    return [...noted, ...comments.map((line) => ({ ...line, key: `comment ${line.key}` }))].sort((a, b) =>
      a.time.localeCompare(b.time),
    );
  }

  /** What was asked for and is not done, up to a week ahead; overdue ones first. */
  async #maintenance({ adminId, toMs }: HandoverSpan): Promise<StoredLine[]> {
    const rows = await this.#events(adminId)
      .leftJoin('maintenance_occurrences as placed', 'placed.event_id', 'events.event_id')
      .select('placed.forecast')
      .where('kind.category', '=', events.CATEGORY_MAINTENANCE)
      .where('status', '>', 0)
      .where('status', '<=', IN_PROGRESS)
      .where('timestamp_ms', '<', toMs + MAINTENANCE_AHEAD_MS)
      .orderBy('timestamp_ms')
      .limit(MOST_LINES + 1)
      .execute();
    return rows.map((row) => ({
      ...eventLine(row),
      state: [MAINTENANCE_WORDS[row.status] ?? '', isOverdue(row, toMs) ? 'overdue' : ''].filter(Boolean).join(', '),
    }));
  }

  #events(adminId: AdminId) {
    return this.#db
      .selectFrom('events')
      .innerJoin('assets', 'assets.asset_id', 'events.asset_id')
      .innerJoin('event_definitions as kind', 'kind.event_definition_id', 'events.event_definition_id')
      .select([
        'events.event_id',
        'events.asset_id',
        'timestamp_ms',
        'cause',
        'status',
        'by_name',
        'kind.name',
        'kind.alias',
      ])
      .select(ASSET_NAME.as('asset_name'))
      .where('assets.admin_id', '=', adminId);
  }
}

/** Of what a counter places, the counter says it: one that stands still is put on today, and is not late for that. */
function isOverdue(row: { status: number; forecast: string | null; timestamp_ms: number }, toMs: EpochMs): boolean {
  if (row.status === IN_PROGRESS || row.forecast === null) return row.timestamp_ms < toMs;
  return (JSON.parse(row.forecast) as { kind?: string }).kind === 'overdue';
}

/** Whose cause a line tells, of which moment, and of which data items its numbers were then. */
function causeOf(row: { alarm_definition_id: number; cause_numbers: string }, raisedMs: EpochMs): StoredLine['cause'] {
  const alarmDefinitionId = row.alarm_definition_id as AlarmDefinitionId;
  return { alarmDefinitionId, raised: iso(raisedMs), ...causeNumbersField(row.cause_numbers) };
}
