import { openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import type { BenchEngine } from './bench-engine.ts';
import { folderBytes } from './process-facts.ts';

function keyOf(series: number): number {
  return seriesKey(1 + Math.floor(series / 10), 200 + (series % 10));
}

/** The embedded engine, in this process. */
export async function openTelltale(folder: string): Promise<BenchEngine> {
  let historian = await openEmbeddedHistorian({ folder });
  return {
    name: 'Telltale',
    pid: process.pid,
    prepare(rows) {
      const batch = new PointBatch(rows.series.length);
      for (let i = 0; i < rows.series.length; i++) {
        batch.add(keyOf(rows.series[i] ?? 0), rows.timesMs[i] ?? 0, rows.values[i] ?? 0, 192);
      }
      return () => historian.append(batch);
    },
    async settle() {
      await historian.close();
      historian = await openEmbeddedHistorian({ folder });
      return folderBytes(folder);
    },
    async readRaw(series, fromMs, toMs) {
      const points = await historian.readSeries(keyOf(series), fromMs, toMs);
      return points.timesMs.length;
    },
    async readMinMax(series, fromMs, toMs, buckets) {
      const columns = await historian.readColumns({ keys: [keyOf(series)], fromMs, toMs, threshold: buckets });
      return columns.timesMs.length;
    },
    async readMany(series, fromMs, toMs) {
      const columns = await historian.readColumns({ keys: series.map(keyOf), fromMs, toMs, threshold: -1 });
      return columns.timesMs.length * series.length;
    },
    close: () => historian.close(),
  };
}
