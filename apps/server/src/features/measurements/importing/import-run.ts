import type { AssetId } from '@telltale/contract';
import type { IncomingPoint } from '#ingest/incoming.ts';
import type { IngestPipeline } from '#ingest/pipeline.ts';
import type { MeasurementReader } from '../reading/measurement-reader.ts';
import { channelPoints, type Mapped, type Recording } from './channel-points.ts';
import { inTurn } from './in-turn.ts';

export interface ImportRun {
  reader: MeasurementReader;
  pipeline: Pick<IngestPipeline, 'accept'>;
  recording: Recording & { filename: string };
  assetId: AssetId;
  channels: readonly Mapped[];
  nowMs: number;
  signal: AbortSignal;
  /** Hears what is stored: how many points, and of how many values of the file. */
  onStored: (stored: { points: number; fromMs: number; toMs: number; read: number }) => void;
}

/** So many points go to the history in one piece; the devices' messages go in between. */
const POINTS_PER_COMMIT = 20_000;
/** Of a channel, in memory. */
const LEAST_ROWS = 512;

/** Stores channels in the history of data items as any late data: the next piece is read while the disk is busy with the last. */
export async function runImport(run: ImportRun): Promise<void> {
  const { reader, pipeline, recording, assetId, channels, nowMs, signal, onStored } = run;
  const rows = Math.max(LEAST_ROWS, Math.floor(POINTS_PER_COMMIT / channels.length));
  const origin = { way: 'file', sender: recording.filename, text: undefined } as const;
  const pages = channels.map((mapped) => ({
    label: mapped.label,
    pages: channelPoints(reader, recording, mapped, { rows, nowMs, signal }),
  }));
  let storing: Promise<void> = Promise.resolve();
  try {
    for await (const { points, read } of inTurn(pages, POINTS_PER_COMMIT)) {
      await storing;
      signal.throwIfAborted();
      if (points.length === 0) continue;
      const stored = { points: points.length, ...extentOf(points), read };
      storing = pipeline.accept({ assetId }, points, { isContact: false, origin }).then(() => onStored(stored));
      // A failure is thrown where it is waited for, not while the next piece is being read.
      storing.catch(() => undefined);
    }
  } finally {
    // What is on its way counts as stored, whatever ended the reading.
    await storing;
  }
}

function extentOf(points: readonly IncomingPoint[]) {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { timeMs = Number.NaN } of points) {
    if (timeMs < fromMs) fromMs = timeMs;
    if (timeMs > toMs) toMs = timeMs;
  }
  return { fromMs, toMs };
}
