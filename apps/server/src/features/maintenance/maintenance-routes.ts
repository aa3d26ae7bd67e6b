import { Readable } from 'node:stream';
import { parts } from '@telltale/contract';
import { CSV_BOM, csvLine } from '@telltale/domain';
import type { Caller } from '#http/caller.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { ForecastService } from './forecast-service.ts';
import type { PartService } from './part-service.ts';

export function maintenanceRoutes(service: PartService, forecast: ForecastService): Route[] {
  const inScope = {
    scope: ({ caller, params }: { caller: Caller; params: { assetId: parts.PartGrid['assetId'] } }) =>
      service.requireVisible(caller, params.assetId),
  };
  return [
    route(
      parts.getPartGrid,
      ({ caller, params, query }) => service.grid(caller, params.assetId, timeOf(query.at)),
      inScope,
    ),
    route(
      parts.listPartRecords,
      ({ caller, params, query: { at, limit, offset } }) =>
        service.records(caller, params.assetId, params.eventDefinitionId, { pastMs: timeOf(at), limit, offset }),
      inScope,
    ),
    route(
      parts.recordPart,
      ({ caller, params, body }) => service.record(caller, params.assetId, params.eventDefinitionId, body),
      inScope,
    ),
    route(parts.changePartRecord, ({ caller, params, body }) => service.change(caller, params, body), inScope),
    route(parts.listForecast, ({ caller, query: { limit, offset, ...filter } }) =>
      forecast.page(caller, filter, { limit, offset }),
    ),
    route(
      parts.exportForecast,
      ({ caller, query }) =>
        new Answer(200, Readable.from(csvOf(forecast.rows(caller, query)), { objectMode: false }), {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="maintenance-forecast.csv"',
        }),
    ),
  ];
}

function timeOf(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso);
}

const COLUMNS: readonly [string, (row: parts.ForecastRow) => string | number | null][] = [
  ['Asset', (row) => row.assetName],
  ['Definition', (row) => row.assetDefinitionName],
  ['Part', (row) => row.name],
  ['State', (row) => row.state],
  ['Due', (row) => row.forecast.due],
  ['Earliest', (row) => row.forecast.earliest],
  ['Latest', (row) => row.forecast.latest],
  ['Per day', (row) => row.forecast.perDay],
  ['Used', (row) => row.used],
  ['Interval', (row) => row.interval],
  ['Remaining', (row) => row.remaining],
  ['Due at', (row) => row.dueAt],
  ['Counter', (row) => row.counterName],
  ['Last done', (row) => row.last?.timestamp ?? null],
  ['Part number', (row) => row.last?.partNumber ?? null],
  ['Note', (row) => row.fault],
];

async function* csvOf(rows: AsyncIterable<parts.ForecastRow>): AsyncGenerator<string> {
  yield `${CSV_BOM}${csvLine(COLUMNS.map(([title]) => title))}\r\n`;
  for await (const row of rows) yield `${csvLine(COLUMNS.map(([, read]) => read(row)))}\r\n`;
}
