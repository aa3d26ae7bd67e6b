import { Readable } from 'node:stream';
import { type AssetId, type EpochMs, type QueryOf, timeline } from '@telltale/contract';
import { CSV_BOM, csvLine } from '@telltale/domain';
import { shownCause } from '@telltale/domain/units/shown-cause.ts';
import type { UserUnits } from '@telltale/domain/units/user-units.ts';
import { causeNumbersField, causeNumbersOf } from '#expressions/kept-cause-numbers.ts';
import type { Caller } from '#http/caller.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { TimelineCursor } from './timeline-repository.ts';
import type { TimelineRow } from './timeline-rows.ts';
import type { AskedTimeline, TimelineService } from './timeline-service.ts';

/** @param unitsOf in which a caller reads values */
export function timelineRoutes(service: TimelineService, unitsOf: (caller: Caller) => Promise<UserUnits>): Route[] {
  return [
    route(timeline.getTimeline, async ({ caller, params, query }) => {
      const { limit, cursor } = query;
      const page = await service.page(caller, askedOf(params.assetId, query), readCursor(cursor), limit);
      const { entries, kinds, next } = page;
      return { entries: entries.map(toEntry), kinds, next: next ? `${next.timeMs}-${next.source}-${next.id}` : null };
    }),

    route(timeline.exportTimeline, async ({ caller, params, query }) => {
      const pages = await service.read(caller, askedOf(params.assetId, query));
      const units = await unitsOf(caller);
      return new Answer(200, Readable.from(csvOf(pages, units), { objectMode: false }), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="timeline-${params.assetId}.csv"`,
      });
    }),
  ];
}

type Filter = QueryOf<typeof timeline.exportTimeline>;

function askedOf(assetId: AssetId, { kinds, from, to, text }: Filter): AskedTimeline {
  const timeOf = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));
  return { assetId, kinds, fromMs: timeOf(from), toMs: timeOf(to), text };
}

/** A time before 1970 begins with a minus of its own. */
function readCursor(text: string | undefined): TimelineCursor | undefined {
  const [, timeMs, source, id] = /^(-?\d+)-(\d+)-(\d+)$/.exec(text ?? '') ?? [];
  return timeMs === undefined ? undefined : { timeMs: Number(timeMs), source: Number(source), id: Number(id) };
}

const isoOf = (timeMs: EpochMs | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

function toEntry({
  timeMs,
  untilMs,
  fromMs,
  source,
  id,
  refId,
  causeNumbers,
  ...row
}: TimelineRow): timeline.TimelineEntry {
  return {
    ...row,
    key: `${source}-${id}`,
    time: new Date(timeMs).toISOString(),
    until: isoOf(untilMs),
    from: isoOf(fromMs),
    id: refId,
    ...causeNumbersField(causeNumbers),
  };
}

/** Causes are told in the units of the caller, as on the screen; in a file every number names its unit. */
async function* csvOf(pages: AsyncIterable<readonly TimelineRow[]>, units: UserUnits): AsyncGenerator<string> {
  yield `${CSV_BOM}${csvLine(['Time', 'Kind', 'What', 'State', 'Text', 'By', 'From', 'Until', 'Severity'])}\r\n`;
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      csvLine([
        new Date(row.timeMs).toISOString(),
        row.kind,
        row.title,
        row.state,
        shownCause(row.text, causeNumbersOf(row.causeNumbers), units, 'named'),
        row.user,
        isoOf(row.fromMs),
        isoOf(row.untilMs),
        row.severity,
      ]),
    );
    yield `${lines.join('\r\n')}\r\n`;
  }
}
