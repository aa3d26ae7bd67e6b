import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Faults } from '../embedded/faults.ts';
import { type DiskSpace, readDiskSpace } from '../embedded/folder/disk-space.ts';
import { FolderLock } from '../embedded/folder/folder-lock.ts';
import type { RangeOperation } from '../embedded/log/log-records.ts';
import { type Historian, type HistorianStats, HistoryUnavailableError, MOST_POINTS, type PointBatch } from '../port.ts';
import { ServerReader } from './reading/server-reader.ts';
import { type RecentOptions, RecentPoints } from './recent/recent-points.ts';
import type { HistoryTarget } from './server/history-url.ts';
import { describeFor, type HistoryServer, openHistoryServer } from './server/open-server.ts';
import { identityIn, Ownership } from './server/ownership.ts';
import { usedFileNumber } from './server/used-versions.ts';
import { ServerHistorian } from './server-historian.ts';
import { Carrier } from './staging/carrier.ts';
import { StagedLog } from './staging/staged-log.ts';
import { StoredSize } from './stored-size.ts';
import { SummaryBuilder } from './summaries/builder.ts';
import type { SummaryOptions } from './summaries/spans.ts';
import { Summaries } from './summaries/summaries.ts';

export interface ClickHouseHistorianOptions {
  target: HistoryTarget;
  /** The folder of what is acknowledged and not at the server yet; made when it is not there. */
  folder: string;
  /** Hears of every fault when it begins, in one line. */
  onFault?: (text: string) => void;
  /** Hears when the server can be written to again. */
  onRecovered?: () => void;
  diskSpace?: () => Promise<DiskSpace>;
  /** Points that one answer may hold; beyond it a query is refused (`TooManyPointsError`). */
  mostPoints?: number;
  /** A question waits so long for what was acknowledged before it to be at the server. */
  patienceMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  logFileBytes?: number;
  blockPoints?: number;
  pointsInMemory?: number;
  gatherMs?: number;
  summaries?: SummaryOptions;
  /** Of points that are held here; false: none are. */
  recent?: RecentOptions | false;
}

/** Longer, and people would rather have what is there. */
const PATIENCE_MS = 2000;
/** Whoever stops the portal waits not much longer; what is left is carried after the next start. */
const CLOSE_PATIENCE_MS = 3000;
/** What waits for less than this is on its way as usual. */
const BEHIND_FROM_MS = 5000;

/**
 * Opens history at a ClickHouse server, behind a log in a folder.
 * @throws HistoryServerError when the server cannot be used as it is; HistoryFolderError when the folder cannot be
 */
export async function openClickHouseHistorian(options: ClickHouseHistorianOptions): Promise<Historian> {
  const { folder, onFault = () => undefined, mostPoints = MOST_POINTS } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = FolderLock.take(join(folder, 'lock'), folder);
  let server: HistoryServer | null = null;
  let ownership: Ownership | null = null;
  try {
    server = await openHistoryServer(options.target);
    const owned = await Ownership.claim(server, { portal: await identityIn(folder) });
    ownership = owned;
    const faults = new Faults(onFault);
    const now = options.now ?? Date.now;
    const summaries = await Summaries.open(server, now, options.summaries);
    // What one replica of a cluster has, another may not have yet.
    const mayHold = options.recent !== false && server.tables.onCluster === '';
    const recent = mayHold ? new RecentPoints({ onFault, ...options.recent }) : undefined;
    const reader = new ServerReader(server, mostPoints, summaries?.spans, recent);
    const size = await StoredSize.of(reader);
    const log = await StagedLog.open({
      ...options,
      diskSpace: options.diskSpace ?? (() => readDiskSpace(folder)),
      faults,
      usedFileNumber: await usedFileNumber(server),
      onStaged: () => carrier.staged(),
    });
    const carrier: Carrier = new Carrier({
      server,
      log,
      summaries,
      recent,
      guard: (signal) => owned.check(signal),
      now,
      onSettled: (staged) => size.wrote(staged),
      onTrouble: (text) =>
        text === null ? options.onRecovered?.() : onFault(`history waits on this machine: ${text}`),
      ...(options.gatherMs === undefined ? {} : { gatherMs: options.gatherMs }),
    });
    carrier.start();
    const builder =
      summaries &&
      new SummaryBuilder({
        summaries,
        betweenWrites: (change) => carrier.betweenWrites(change),
        guard: (signal) => owned.check(signal),
        now,
        onTrouble: (text) => onFault(`history is answered without new summaries: ${text}`),
      });
    if (summaries && Number.isFinite(summaries.spans.options.everyMs)) builder?.start();
    return new ClickHouseHistorian({
      options,
      lock,
      faults,
      server,
      ownership,
      reader,
      size,
      log,
      carrier,
      builder,
      recent,
    });
  } catch (error) {
    await ownership?.release();
    await server?.connection.close();
    lock.release();
    throw describeFor(options.target, error);
  }
}

interface Parts {
  options: ClickHouseHistorianOptions;
  lock: FolderLock;
  faults: Faults;
  server: HistoryServer;
  ownership: Ownership;
  reader: ServerReader;
  size: StoredSize;
  log: StagedLog;
  carrier: Carrier;
  builder: SummaryBuilder | null;
  recent: RecentPoints | undefined;
}

/** The engine behind the port: what is written goes through the log, what is asked waits until that is at the server. */
class ClickHouseHistorian extends ServerHistorian {
  readonly #parts: Parts;
  #closing: Promise<void> | null = null;

  constructor(parts: Parts) {
    super(parts.options.mostPoints ?? MOST_POINTS);
    this.#parts = parts;
  }

  protected async store(batch: PointBatch): Promise<void> {
    await this.#parts.log.append(batch);
  }

  /** What was acknowledged before a question is in its answer, as long as the server takes it in. */
  protected async reader(signal?: AbortSignal): Promise<ServerReader> {
    signal?.throwIfAborted();
    await this.#parts.carrier.flush(this.#parts.options.patienceMs ?? PATIENCE_MS);
    signal?.throwIfAborted();
    return this.#parts.reader;
  }

  /** It takes its turn behind what was written before; what cannot have its turn now is refused, with nothing changed. */
  protected async operate(record: RangeOperation): Promise<number> {
    const { carrier, log } = this.#parts;
    if (carrier.trouble !== null) throw new HistoryUnavailableError(carrier.trouble, { isAway: true });
    return log.operate(record);
  }

  /**
   * What is at the server is backed up there, by its own means: the copy holds what was not there yet.
   */
  async backup(folder: string): Promise<void> {
    await this.#parts.log.copyTo(folder);
  }

  stats(): HistorianStats {
    const { size, log, faults, carrier, options, server } = this.#parts;
    let bytes = 0;
    for (const file of log.fileNames()) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const { waitingSinceMs, trouble } = carrier;
    const isBehind = waitingSinceMs !== null && (options.now ?? Date.now)() - waitingSinceMs >= BEHIND_FROM_MS;
    return {
      series: size.series,
      points: size.points,
      bytesOnDisk: size.bytes + bytes,
      tornLogTails: log.tornTails,
      lostThreads: 0,
      faults: faults.blocking(),
      damage: faults.damage(),
      engine: `ClickHouse ${server.version}`,
      behind: isBehind ? { sinceMs: waitingSinceMs, points: log.waitingPoints, bytes, reason: trouble } : null,
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { builder, recent, carrier, log, server, ownership, lock } = this.#parts;
    try {
      const others = [builder?.close(), recent?.close()];
      await carrier.close(CLOSE_PATIENCE_MS);
      await Promise.all(others);
      await log.close();
      await ownership.release();
      await server.connection.close();
    } finally {
      lock.release();
    }
  }
}
