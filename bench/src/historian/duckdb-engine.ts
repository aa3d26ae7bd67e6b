import { join } from 'node:path';
import { BIGINT, DOUBLE, DuckDBDataChunk, DuckDBInstance, INTEGER } from '@duckdb/node-api';
import type { BenchEngine } from './bench-engine.ts';
import { folderBytes } from './process-facts.ts';

const CHUNK_ROWS = 2048;

/** DuckDB in this process: rows appended in transactions, then sorted by series and time, which is its best order. */
export async function openDuckDb(folder: string): Promise<BenchEngine> {
  const instance = await DuckDBInstance.create(join(folder, 'bench.duckdb'));
  const connection = await instance.connect();
  // Queries have a connection of their own: one connection does one thing at a time.
  const queries = await instance.connect();
  await connection.run('CREATE TABLE points (series INTEGER, time_ms BIGINT, value DOUBLE)');
  let table = 'points';

  return {
    name: 'DuckDB',
    pid: process.pid,
    prepare(rows) {
      const chunks: DuckDBDataChunk[] = [];
      for (let from = 0; from < rows.series.length; from += CHUNK_ROWS) {
        const size = Math.min(CHUNK_ROWS, rows.series.length - from);
        const chunk = DuckDBDataChunk.create([INTEGER, BIGINT, DOUBLE], size);
        chunk.setColumnValues(0, Array.from(rows.series.subarray(from, from + size)));
        chunk.setColumnValues(1, Array.from(rows.timesMs.subarray(from, from + size), BigInt));
        chunk.setColumnValues(2, Array.from(rows.values.subarray(from, from + size)));
        chunks.push(chunk);
      }
      return async () => {
        await connection.run('BEGIN');
        const appender = await connection.createAppender(table);
        for (const chunk of chunks) appender.appendDataChunk(chunk);
        appender.closeSync();
        await connection.run('COMMIT');
      };
    },
    async settle() {
      await connection.run('CREATE TABLE sorted AS SELECT * FROM points ORDER BY series, time_ms');
      await connection.run('DROP TABLE points');
      table = 'sorted';
      await connection.run('CHECKPOINT');
      // Space of the dropped table stays in the file: a copy holds what the data itself needs.
      await connection.run(`ATTACH '${join(folder, 'copy.duckdb')}' AS copy`);
      await connection.run('COPY FROM DATABASE bench TO copy');
      await connection.run('DETACH copy');
      return folderBytes(folder, (name) => name.startsWith('copy.duckdb'));
    },
    async readRaw(series, fromMs, toMs) {
      const reader = await queries.runAndReadAll(
        `SELECT time_ms, value FROM ${table} WHERE series = ${series} AND time_ms BETWEEN ${fromMs} AND ${toMs} ORDER BY time_ms`,
      );
      return reader.getColumns()[0]?.length ?? 0;
    },
    async readMinMax(series, fromMs, toMs, buckets) {
      const width = (toMs - fromMs + 1) / buckets;
      const reader = await queries.runAndReadAll(
        `SELECT (time_ms - ${fromMs}) // ${width} AS bucket, min(value), arg_min(time_ms, value), max(value),
         arg_max(time_ms, value) FROM ${table}
         WHERE series = ${series} AND time_ms BETWEEN ${fromMs} AND ${toMs} GROUP BY bucket ORDER BY bucket`,
      );
      return reader.getColumns()[0]?.length ?? 0;
    },
    async readMany(series, fromMs, toMs) {
      const reader = await queries.runAndReadAll(
        `SELECT series, time_ms, value FROM ${table} WHERE series IN (${series.join(',')})
         AND time_ms BETWEEN ${fromMs} AND ${toMs} ORDER BY series, time_ms`,
      );
      return reader.getColumns()[0]?.length ?? 0;
    },
    async close() {
      queries.closeSync();
      connection.closeSync();
      instance.closeSync();
    },
  };
}
