import { Readable } from 'node:stream';
import { type AssetId, type DataItemId, history } from '@telltale/contract';
import { badRequest, HttpError } from '#http/errors.ts';
import { goneSignal } from '#http/gone-signal.ts';
import { Answer, type Route, route } from '#http/route.ts';
import { columnarJson } from './columnar-json.ts';
import type { HistoryEditService } from './history-edit-service.ts';
import type { HistoryService, SeriesName } from './history-service.ts';

const MS_PER_HOUR = 3_600_000;
/** An answer with more values than this is sent in pieces as they are written. */
const MAX_VALUES_AT_ONCE = 100_000;

export function historyRoutes(service: HistoryService, edits: HistoryEditService): Route[] {
  return [
    route(history.getHistory, async ({ caller, query, rawReply, raw }) => {
      const signal = goneSignal(rawReply);
      const { threshold = -1, format } = query;
      const range = rangeOf(query);
      const series = parseSeriesList(query.dataItems);
      try {
        const parts = await service.read(caller, { ...range, series, threshold, signal });
        if (format === 'arrow' || raw.headers.accept?.includes(ARROW_TYPE)) {
          const { columnarArrow } = await import('./columnar-arrow.ts');
          return new Answer(200, columnarArrow(parts, query.dataItems.split(',')), { 'Content-Type': ARROW_TYPE });
        }
        const json = columnarJson(parts, series.length);
        const times = parts.reduce((sum, part) => sum + part.timesMs.length, 0);
        if (times * (series.length + 1) <= MAX_VALUES_AT_ONCE) {
          return new Answer(200, [...json].join(''));
        }
        return new Answer(200, Readable.from(json, { objectMode: false }));
      } catch (error) {
        if (signal.aborted) throw new HttpError(499, 'client-gone', 'The client did not wait for the answer.');
        throw error;
      }
    }),
    route(history.updateHistory, ({ caller, body }) => edits.update(caller, body)),
  ];
}

const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

/** `12-5,12-6`, which the contract has checked. */
function parseSeriesList(text: string): SeriesName[] {
  return text.split(',').map((name) => {
    const [assetId, dataItemId] = name.split('-').map(Number);
    return { assetId: assetId as AssetId, dataItemId: dataItemId as DataItemId };
  });
}

function rangeOf(query: { startTime?: string | undefined; endTime: string; h?: string | undefined }) {
  const toMs = Date.parse(query.endTime);
  if (query.startTime !== undefined) return { fromMs: Date.parse(query.startTime), toMs };
  if (query.h !== undefined) return { fromMs: Math.round(toMs - Number(query.h) * MS_PER_HOUR), toMs };
  throw badRequest('startTime is missing.', { field: 'startTime' });
}
