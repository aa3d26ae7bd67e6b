import { type AssetId, type EpochMs, events, type timeline } from '@telltale/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { holdsText } from '#db/holds-text.ts';
import type { Database } from '#db/schema.ts';
import { alarmRow, commandRow, editRow, eventRow, fileRow, offlineRow, type TimelineRow } from './timeline-rows.ts';

export interface TimelineFilter {
  readonly assetId: AssetId;
  readonly kinds: ReadonlySet<timeline.TimelineKind>;
  readonly fromMs?: EpochMs | undefined;
  readonly toMs?: EpochMs | undefined;
  readonly text?: string | undefined;
  /** What the asset calls its data items, by their ids as text. */
  readonly aliases: ReadonlyMap<number, string>;
  /** In which units it has them. */
  readonly units: ReadonlyMap<number, string>;
}

/** The entry after which a page begins: of one moment, what stands in an earlier source comes first. */
export interface TimelineCursor {
  readonly timeMs: EpochMs;
  readonly source: number;
  readonly id: number;
}

interface Page {
  readonly filter: TimelineFilter;
  readonly cursor: TimelineCursor | undefined;
  readonly limit: number;
}

type Source = (db: Kysely<Database>, page: Page, source: number) => Promise<TimelineRow[]>;

/** Where the entries of a timeline stand; each list is read by an index, newest first. */
const SOURCES: readonly { kinds: readonly timeline.TimelineKind[]; read: Source }[] = [
  { kinds: ['note', 'maintenance', 'event'], read: readEvents },
  { kinds: ['alarm', 'comment'], read: readAlarms },
  { kinds: ['command'], read: readCommands },
  { kinds: ['connection'], read: readOffline },
  { kinds: ['edit'], read: readEdits },
  { kinds: ['file'], read: readFiles },
];

/** What happened to an asset, out of the tables in which each part of the portal keeps it. */
export class TimelineRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Newest first: one question to each table that a kind stands in, whatever the page holds. */
  async list(filter: TimelineFilter, cursor: TimelineCursor | undefined, limit: number): Promise<TimelineRow[]> {
    const page = { filter, cursor, limit };
    const lists = await Promise.all(
      SOURCES.map(({ kinds, read }, source) =>
        kinds.some((kind) => filter.kinds.has(kind)) ? read(this.#db, page, source) : [],
      ),
    );
    return lists
      .flat()
      .sort((a, b) => b.timeMs - a.timeMs || a.source - b.source || b.id - a.id)
      .slice(0, limit);
  }
}

async function readEvents(db: Kysely<Database>, { filter, cursor, limit }: Page, source: number) {
  const { kinds, assetId } = filter;
  let query = db
    .selectFrom('events')
    .innerJoin('event_definitions as kind', 'kind.event_definition_id', 'events.event_definition_id')
    .selectAll('events')
    .select(['kind.name', 'kind.alias', 'kind.category'])
    .where('events.asset_id', '=', assetId)
    .where('events.event_definition_id', 'not in', [
      events.OFFLINE_EVENT_DEFINITION_ID,
      events.ONLINE_EVENT_DEFINITION_ID,
    ])
    .where(within('events.timestamp_ms', filter))
    .where(after('events.timestamp_ms', 'events.event_id', source, cursor))
    .where(anyHoldsText(['kind.name', 'kind.alias', 'events.cause', 'events.by_name'], filter.text));
  if (!kinds.has('note')) query = query.where('kind.category', '!=', events.CATEGORY_ANNOTATION);
  if (!kinds.has('maintenance')) query = query.where('kind.category', '!=', events.CATEGORY_MAINTENANCE);
  if (!kinds.has('event')) query = query.where('kind.category', '<', events.CATEGORY_EVENT);
  const rows = await query
    .orderBy('events.timestamp_ms', 'desc')
    .orderBy('events.event_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => eventRow(row, source));
}

async function readAlarms(db: Kysely<Database>, { filter, cursor, limit }: Page, source: number) {
  const { kinds, assetId } = filter;
  let query = db
    .selectFrom('alarm_transitions')
    .select(['transition_id', 'alarm_definition_id', 'kind', 'time_ms', 'by_name', 'note', 'name', 'cause', 'severity'])
    .select('cause_numbers')
    .where('asset_id', '=', assetId)
    .where(within('time_ms', filter))
    .where(after('time_ms', 'transition_id', source, cursor))
    .where(anyHoldsText(['name', 'note', 'cause', 'by_name'], filter.text));
  if (!kinds.has('comment')) query = query.where('kind', '!=', 'commented');
  if (!kinds.has('alarm')) query = query.where('kind', '=', 'commented');
  const rows = await query.orderBy('time_ms', 'desc').orderBy('transition_id', 'desc').limit(limit).execute();
  return rows.map((row) => alarmRow(row, source));
}

async function readCommands(db: Kysely<Database>, { filter, cursor, limit }: Page, source: number) {
  const rows = await db
    .selectFrom('commands')
    .select(['command_id', 'template_name', 'command', 'state', 'created_ms', 'ended_ms', 'by_name'])
    .where('asset_id', '=', filter.assetId)
    .where(within('created_ms', filter))
    .where(after('created_ms', 'command_id', source, cursor))
    .where(anyHoldsText(['template_name', 'command', 'state', 'by_name'], filter.text))
    .orderBy('created_ms', 'desc')
    .orderBy('command_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => commandRow(row, source));
}

/** A time offline is one entry, and ends with the next return. */
async function readOffline(db: Kysely<Database>, { filter, cursor, limit }: Page, source: number) {
  const rows = await db
    .selectFrom('events')
    .select(['event_id', 'timestamp_ms', 'cause', 'by_name'])
    .select((select) =>
      select
        .selectFrom('events as back')
        .select((inner) => inner.fn.min<number | null>('back.timestamp_ms').as('back_ms'))
        .whereRef('back.asset_id', '=', 'events.asset_id')
        .where('back.event_definition_id', '=', events.ONLINE_EVENT_DEFINITION_ID)
        .whereRef('back.timestamp_ms', '>=', 'events.timestamp_ms')
        .as('until_ms'),
    )
    .where('asset_id', '=', filter.assetId)
    .where('event_definition_id', '=', events.OFFLINE_EVENT_DEFINITION_ID)
    .where(within('timestamp_ms', filter))
    .where(after('timestamp_ms', 'event_id', source, cursor))
    .where(matchesWord('offline', filter.text) ? always : anyHoldsText(['cause'], filter.text))
    .orderBy('timestamp_ms', 'desc')
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => offlineRow(row, source));
}

/** The index holds these entries alone: the word must stand in the statement itself. */
async function readEdits(db: Kysely<Database>, { filter, cursor, limit }: Page, source: number) {
  const rows = await db
    .selectFrom('journal')
    .select(['journal_id', 'time_ms', 'what', 'after', 'by_name'])
    .where(sql<SqlBool>`kind = 'history'`)
    .where('asset_id', '=', filter.assetId)
    .where(within('time_ms', filter))
    .where(after('time_ms', 'journal_id', source, cursor))
    .where(
      matchesWord('history', filter.text)
        ? always
        : sql<SqlBool>`(${anyHoldsText(['by_name'], filter.text)} or exists (select 1 from data_items
            where what in ('data item ' || cast(data_item_id as text) || ' edited',
              'data item ' || cast(data_item_id as text) || ' recalculated')
            and ${anyHoldsText(['label'], filter.text)})
            or ${isOneOf('what', editsOfAliases(filter))})`,
    )
    .where(
      sql<SqlBool>`(what like 'data item % edited' or what like 'data item % recalculated' or what like 'imported %')`,
    )
    .orderBy('time_ms', 'desc')
    .orderBy('journal_id', 'desc')
    .limit(limit)
    .execute();
  const edits = rows.map((row) => editRow(row, source, filter.units));
  const ids = [...new Set(edits.flatMap(({ refId }) => (refId === null ? [] : [refId])))];
  if (ids.length === 0) return edits;
  const items = await db
    .selectFrom('data_items')
    .select(['data_item_id', 'label'])
    .where('data_item_id', 'in', ids)
    .execute();
  const labels = new Map(items.map((item) => [item.data_item_id, item.label]));
  const nameOf = (id: number) => filter.aliases.get(id) ?? labels.get(id);
  return edits.map((edit) => (edit.refId === null ? edit : { ...edit, title: nameOf(edit.refId) ?? edit.title }));
}

/** What the journal says of edits of data items whose alias holds the text. */
function editsOfAliases({ aliases, text = '' }: TimelineFilter): string[] {
  const wanted = text.toLowerCase();
  const found = [...aliases].filter(([, alias]) => alias.toLowerCase().includes(wanted));
  return found.flatMap(([id]) => [`data item ${id} edited`, `data item ${id} recalculated`]);
}

function isOneOf(column: string, values: readonly string[]): RawBuilder<SqlBool> {
  return values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;
}

async function readFiles(db: Kysely<Database>, { filter, cursor, limit }: Page, source: number) {
  const rows = await db
    .selectFrom('files')
    .select(['file_id', 'filename', 'timestamp_ms', 'by_name', 'length'])
    .where('asset_id', '=', filter.assetId)
    .where(within('timestamp_ms', filter))
    .where(after('timestamp_ms', 'file_id', source, cursor))
    .where(anyHoldsText(['filename', 'by_name'], filter.text))
    .orderBy('timestamp_ms', 'desc')
    .orderBy('file_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => fileRow(row, source));
}

const always = sql<SqlBool>`1 = 1`;

function within(column: string, { fromMs, toMs }: TimelineFilter): RawBuilder<SqlBool> {
  const time = sql.ref(column);
  if (fromMs !== undefined && toMs !== undefined) return sql<SqlBool>`${time} >= ${fromMs} and ${time} <= ${toMs}`;
  if (fromMs !== undefined) return sql<SqlBool>`${time} >= ${fromMs}`;
  return toMs === undefined ? always : sql<SqlBool>`${time} <= ${toMs}`;
}

function after(column: string, id: string, source: number, cursor: TimelineCursor | undefined): RawBuilder<SqlBool> {
  if (cursor === undefined) return always;
  const time = sql.ref(column);
  if (source > cursor.source) return sql<SqlBool>`${time} <= ${cursor.timeMs}`;
  if (source < cursor.source) return sql<SqlBool>`${time} < ${cursor.timeMs}`;
  return sql<SqlBool>`${time} <= ${cursor.timeMs} and (${time} < ${cursor.timeMs} or ${sql.ref(id)} < ${cursor.id})`;
}

/** The text anywhere in one of the columns, taken literally and without regard to case. */
function anyHoldsText(columns: readonly string[], text: string | undefined): RawBuilder<SqlBool> {
  if (text === undefined || text === '') return always;
  const conditions = columns.map((column) => holdsText(column, text));
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

function matchesWord(word: string, text: string | undefined): boolean {
  return text !== undefined && text !== '' && word.includes(text.toLowerCase());
}
