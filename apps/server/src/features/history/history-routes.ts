import { Readable } from 'node:stream';
import { type AssetId, type DataItemId, history, itemDisplays, type QueryOf } from '@telltale/contract';
import type { Columns, LastPoint } from '@telltale/historian';
import { badRequest } from '#http/errors.ts';
import { goneSignal, unlessGone } from '#http/gone-signal.ts';
import { Answer, type Route, route } from '#http/route.ts';
import { columnarJson } from './columnar-json.ts';
import type { HistoryEditService } from './history-edit-service.ts';
import type { HistoryService, SeriesName } from './history-service.ts';
import { type ReadTurn, ReadTurns } from './read-turns.ts';
import type { RecordedRangeService } from './recorded-range-service.ts';

const MS_PER_SECOND = 1_000;
const MS_PER_HOUR = 3_600_000;
/** An answer with more values than this is written in pieces, and others get their turn in between. */
const MAX_VALUES_AT_ONCE = 100_000;

export interface HistoryServices {
  history: HistoryService;
  edits: HistoryEditService;
  ranges: RecordedRangeService;
}

export function historyRoutes({ history: service, edits, ranges }: HistoryServices): Route[] {
  const turns = new ReadTurns();
  return [
    route(history.getHistory, async ({ caller, query, rawReply, raw }) => {
      const signal = goneSignal(rawReply);
      const names = query.dataItems.split(',');
      return unlessGone(signal, async () => {
        const { threshold = -1, format, aggregate } = query;
        const functions = aggregate ?? [];
        using turn = turns.begin(signal);
        const series = { ...rangeOf(query), series: parseSeriesList(query.dataItems), signal, turn };
        const parts =
          aggregate === undefined
            ? await service.read(caller, { ...series, threshold })
            : [await service.aggregate(caller, { ...series, ...bucketsOf(query), functions: aggregate })];
        const columns = aggregate ? names.flatMap((name) => functions.map((of) => `${name} ${of}`)) : names;
        const isArrow = format === 'arrow' || raw.headers.accept?.includes(ARROW_TYPE) === true;
        const answer = isArrow ? arrowAnswer(parts, columns, turn) : jsonAnswer(parts, columns.length, turn);
        return withBehind(await answer, service.behindSinceMs);
      });
    }),
    route(
      history.getChange,
      async ({ caller, params, query: { after, before }, rawReply }) => {
        if ((after === undefined) === (before === undefined)) throw badRequest('Give either after or before.');
        const from = after === undefined ? { beforeMs: Date.parse(before ?? '') } : { afterMs: Date.parse(after) };
        const signal = goneSignal(rawReply);
        const change = await unlessGone(signal, () => service.change(caller, params, from, signal));
        return { change: change && toValueChange(change) };
      },
      { scope: ({ caller, params }) => service.requireVisible(caller, params.assetId) },
    ),
    route(itemDisplays.listRecordedRanges, ({ caller, params, query, rawReply }) => {
      const signal = goneSignal(rawReply);
      return unlessGone(signal, () => ranges.list(caller, params.assetId, query.dataItems, signal));
    }),
    route(history.updateHistory, ({ caller, body }) => edits.update(caller, body)),
  ];
}

/** Says of an answer that what was sent since is not all in it. */
function withBehind(answer: Answer, sinceMs: number | null): Answer {
  if (sinceMs === null) return answer;
  const headers = { ...answer.headers, [history.BEHIND_HEADER]: new Date(sinceMs).toISOString() };
  return new Answer(answer.status, answer.body, headers);
}

async function arrowAnswer(parts: Columns[], names: readonly string[], turn: ReadTurn): Promise<Answer> {
  const { columnarArrow } = await import('./columnar-arrow.ts');
  return new Answer(200, await columnarArrow(parts, names, () => turn.pause()), { 'Content-Type': ARROW_TYPE });
}

/** As bytes, a fifth of what the values take: they wait for a slow client outside of what is collected as garbage. */
async function jsonAnswer(parts: Columns[], columns: number, turn: ReadTurn): Promise<Answer> {
  const json = columnarJson(parts, columns);
  const times = parts.reduce((sum, part) => sum + part.timesMs.length, 0);
  if (times * (columns + 1) <= MAX_VALUES_AT_ONCE) return new Answer(200, [...json].join(''));
  const pieces: Buffer[] = [];
  for (const piece of json) {
    pieces.push(Buffer.from(piece));
    await turn.pause();
  }
  return new Answer(200, Readable.from(pieces, { objectMode: false }));
}

/** Which buckets an aggregate has, and over which gaps a value is held. */
function bucketsOf({ bucket, gap, threshold = -1 }: QueryOf<typeof history.getHistory>) {
  if (bucket === undefined && threshold === -1) throw badRequest('bucket is missing.', { field: 'bucket' });
  return {
    bucket: bucket === undefined ? { buckets: threshold } : { bucketMs: Math.round(bucket * MS_PER_SECOND) },
    maxGapMs: gap === undefined ? undefined : Math.round(gap * MS_PER_SECOND),
  };
}

function toValueChange({ timeMs, value, quality }: LastPoint): history.ValueChange {
  const isString = typeof value === 'string';
  return {
    timestamp: timeMs,
    value: typeof value === 'number' && Number.isFinite(value) ? value : null,
    isString,
    stringValue: isString ? value : null,
    quality,
  };
}

const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

/** `12-5,12-6`, which the contract has checked. */
function parseSeriesList(text: string): SeriesName[] {
  return text.split(',').map((name) => {
    const [assetId, dataItemId] = name.split('-').map(Number);
    return { assetId: assetId as AssetId, dataItemId: dataItemId as DataItemId };
  });
}

function rangeOf(query: QueryOf<typeof history.getHistory>) {
  if (query.aggregate === undefined && (query.bucket ?? query.gap) !== undefined) {
    throw badRequest('aggregate is missing.', { field: 'aggregate' });
  }
  const toMs = Date.parse(query.endTime);
  if (query.startTime !== undefined) return { fromMs: Date.parse(query.startTime), toMs };
  if (query.h !== undefined) return { fromMs: Math.round(toMs - Number(query.h) * MS_PER_HOUR), toMs };
  throw badRequest('startTime is missing.', { field: 'startTime' });
}
