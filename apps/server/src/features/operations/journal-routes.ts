import { Readable } from 'node:stream';
import { operations, type QueryOf } from '@telltale/contract';
import { csvLine } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import { Answer, type Route, route } from '#http/route.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { JournalFilter } from '#journal/journal-filter.ts';
import type { JournalCursor, JournalRecord } from '#journal/journal-repository.ts';

/** The journal: read and exported, and never changed. */
export function journalRoutes(journal: Journal, clock: Clock): Route[] {
  return [
    route(operations.listJournal, async ({ caller, query }) => {
      const { limit, offset, cursor } = query;
      const window = { limit, offset: cursor === undefined ? offset : 0, cursor: readCursor(cursor) };
      const { total, isAtLeast, entries, next } = await journal.list(caller, { ...filterOf(query), ...window });
      return {
        total,
        isAtLeast,
        entries: entries.map(toReply),
        next: next ? `${next.timeMs}-${next.journalId}` : null,
      };
    }),

    route(operations.listJournalKinds, () => journal.listKinds()),

    route(operations.exportJournal, async ({ caller, query, raw }) => {
      const { format, ...filter } = query;
      await journal.append({ kind: 'session', what: 'journal exported', after: query, by: actorOf(caller, raw.ip) });
      const pages = journal.read(caller, filterOf(filter));
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      return new Answer(200, Readable.from(format === 'csv' ? csvOf(pages) : jsonOf(pages), { objectMode: false }), {
        'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="audit-${day}.${format}"`,
      });
    }),
  ];
}

type Filter = Omit<QueryOf<typeof operations.exportJournal>, 'format'>;

function filterOf({ from, to, assetId, user, kind, text }: Filter): JournalFilter {
  const timeOf = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));
  return { fromMs: timeOf(from), toMs: timeOf(to), assetId, user, kind, text };
}

function readCursor(text: string | undefined): JournalCursor | undefined {
  if (text === undefined) return undefined;
  const [timeMs, journalId] = text.split('-').map(Number);
  return { timeMs: timeMs ?? 0, journalId: journalId ?? 0 };
}

function toReply({ timeMs, ...entry }: JournalRecord): operations.JournalEntry {
  return { ...entry, time: new Date(timeMs).toISOString() };
}

const COLUMNS = ['Time', 'User', 'Address', 'Kind', 'What', 'Asset', 'Before', 'After'];

async function* csvOf(pages: AsyncIterable<readonly JournalRecord[]>): AsyncGenerator<string> {
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  yield `${csvLine(COLUMNS)}\r\n`;
  for await (const entries of pages) {
    const lines = entries.map(toReply).map(({ time, user, address, kind, what, assetId, before, after }) => {
      return `${csvLine([time, user, address, kind, what, assetId, json(before), json(after)])}\r\n`;
    });
    yield lines.join('');
  }
}

async function* jsonOf(pages: AsyncIterable<readonly JournalRecord[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const entries of pages) {
    yield separator + entries.map((entry) => JSON.stringify(toReply(entry))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
