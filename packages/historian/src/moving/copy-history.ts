import { createHash } from 'node:crypto';
import { LATEST_MS } from '../point-batch.ts';
import { type Historian, PointBatch, type SeriesKey, type SeriesPoints } from '../port.ts';

export interface CopyOptions {
  from: Historian;
  to: Historian;
  signal: AbortSignal;
  onProgress?: (progress: CopyProgress) => void;
  /** About so many points are copied and compared at once. */
  pagePoints?: number;
}

export interface CopyProgress {
  /** Points that were looked at: they are there now. */
  points: number;
  /** Of these, those that were not there, or were others, and have been written. */
  copied: number;
  /** How many there are, about. */
  total: number;
}

/** What was written came back as something else. */
export class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError';
}

const PAGE_POINTS = 100_000;

/**
 * Makes one store hold every point of another, which may go on being written to: each stretch of a series is read at both,
 * and where their checksums differ it is written, read again and compared again. So what was copied before is only
 * compared, and what came meanwhile is copied by the next time. Nothing is deleted.
 * @throws CopyDiffersError; the signal's own reason when it is aborted
 */
export async function copyHistory({ from, to, signal, onProgress, pagePoints }: CopyOptions): Promise<CopyProgress> {
  const progress: CopyProgress = { points: 0, copied: 0, total: from.stats().points };
  const range = {
    fromMs: -LATEST_MS,
    toMs: LATEST_MS,
    isBackground: true,
    pageValues: pagePoints ?? PAGE_POINTS,
    signal,
  };
  const keys = (await from.latest()).map(({ key }) => key).sort((a, b) => a - b);
  for (const key of keys) {
    for await (const page of from.scanSeries({ ...range, key })) {
      const checksum = checksumOf(page);
      if ((await checksumAt(to, key, page, signal)) !== checksum) {
        await to.append(batchOf(key, page));
        if ((await checksumAt(to, key, page, signal)) !== checksum) throw differs(key, page);
        progress.copied += page.timesMs.length;
      }
      progress.points += page.timesMs.length;
      progress.total = Math.max(progress.total, progress.points);
      onProgress?.({ ...progress });
      signal.throwIfAborted();
    }
  }
  return progress;
}

const differs = (key: SeriesKey, { timesMs }: SeriesPoints): CopyDiffersError => {
  const since = new Date(timesMs[0] ?? 0).toISOString();
  return new CopyDiffersError(`series ${key}: what was copied from ${since} on is not what came to be there`);
};

/** Of what a store has at the times of a page; another number of points gives another checksum. */
async function checksumAt(store: Historian, key: SeriesKey, page: SeriesPoints, signal: AbortSignal): Promise<string> {
  const { timesMs } = page;
  const found = await store.readSeries(key, timesMs[0] ?? 0, timesMs.at(-1) ?? 0, signal);
  return checksumOf(found.timesMs.length === timesMs.length ? found : atTimes(found, timesMs));
}

/** Points that only one of the stores has do not count. */
function atTimes({ timesMs, values, qualities }: SeriesPoints, wanted: Float64Array): SeriesPoints {
  const times = new Set(wanted);
  const rows = Array.from(timesMs.keys()).filter((row) => times.has(timesMs[row] as number));
  const picked = rows.map((row) => values[row] as number | string);
  return {
    timesMs: Float64Array.from(rows, (row) => timesMs[row] as number),
    values: picked.every((value) => typeof value === 'number') ? Float64Array.from(picked) : picked,
    qualities: Uint8Array.from(rows, (row) => qualities[row] as number),
  };
}

function checksumOf({ timesMs, values, qualities }: SeriesPoints): string {
  const hash = createHash('sha256').update(bytesOf(timesMs)).update(qualities);
  if (values instanceof Float64Array) return hash.update(bytesOf(values)).digest('base64');
  hash.update(bytesOf(Float64Array.from(values, (value) => (typeof value === 'number' ? value : 0))));
  return hash
    .update(JSON.stringify(values.map((value) => (typeof value === 'string' ? value : null))))
    .digest('base64');
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function batchOf(key: SeriesKey, { timesMs, values, qualities }: SeriesPoints): PointBatch {
  const batch = new PointBatch(timesMs.length);
  for (let i = 0; i < timesMs.length; i++) {
    batch.add(key, timesMs[i] as number, values[i] as number | string, qualities[i] as number);
  }
  return batch;
}
