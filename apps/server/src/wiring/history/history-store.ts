import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Historian,
  type HistoryBehind,
  type HistoryTarget,
  openClickHouseHistorian,
  openEmbeddedHistorian,
  type SpareThreads,
} from '@telltale/historian';
import type { Foundation } from '../foundation.ts';
import { openHistoryOfNodes } from '../nodes/history-of-nodes.ts';

export interface HistoryOptions {
  /** For processes that open one portal after another (tests). */
  spareThreads?: SpareThreads;
  /** That several nodes of one process share, and none of them closes (tests). */
  sharedHistory?: Historian;
}

/**
 * Opens the history store, in the data folder or at its server, and tells the health how it is.
 * @throws HistoryServerError, HistoryFolderError with a line that says what to do
 */
export async function openHistoryStore(foundation: Foundation, options: HistoryOptions = {}): Promise<Historian> {
  const { folder, health, cluster } = foundation;
  const historian = await openOwn(foundation, options);
  // Anyone may read the health: a file is named as it stands in the data folder.
  const inDataFolder = (text: string) => text.replaceAll(join(folder.path, '/'), '');
  health.add(() => historian.stats().faults.map(inDataFolder));
  health.addWarning(() => historian.stats().damage.map(inDataFolder));
  health.addWarning(() => {
    const { behind } = historian.stats();
    return behind === null ? [] : [behindText(behind, cluster ? 'in the streams between the nodes' : onDisk(behind))];
  });
  return historian;
}

async function openOwn(foundation: Foundation, options: HistoryOptions): Promise<Historian> {
  if (options.sharedHistory) return options.sharedHistory;
  const { historyTarget } = foundation.config;
  const historian = await (historyTarget === undefined
    ? openEmbedded(foundation, options)
    : openAtServer(foundation, historyTarget));
  foundation.closing.defer(() => historian.close());
  return historian;
}

async function openEmbedded(foundation: Foundation, { spareThreads }: HistoryOptions): Promise<Historian> {
  const { log, folder, historyBefore } = foundation;
  const staged = await readdir(folder.stagedHistoryFolder).catch(() => []);
  if (staged.some((name) => name.endsWith('.log'))) {
    log.warn(
      'points wait for the history server of before: start once more with TELLTALE_HISTORY_URL to carry them there',
    );
  }
  return openEmbeddedHistorian({
    folder: folder.historyFolder,
    spareThreads,
    onFault: (fault) => log.error({ fault }, 'a fault in the history store'),
    beforeUpgrade: historyBefore.beforeUpgrade,
  });
}

function openAtServer(foundation: Foundation, target: HistoryTarget): Promise<Historian> {
  const { log, folder, clock, cluster } = foundation;
  if (existsSync(folder.historyFolder)) {
    log.warn(
      { folder: folder.historyFolder },
      'history is at TELLTALE_HISTORY_URL; what is in this folder is shown only if it was copied there (telltale history move)',
    );
  }
  if (cluster) return openHistoryOfNodes(foundation, cluster, target);
  return openClickHouseHistorian({
    target,
    folder: folder.stagedHistoryFolder,
    now: () => clock.now(),
    onFault: (fault) => log.error({ fault }, 'a fault in the history store'),
    onRecovered: () => log.info('the history server takes in points again'),
  });
}

/** Of what is about to fill a disk nobody wants to see less than there is. */
const megabytes = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en-US');

const onDisk = ({ bytes }: HistoryBehind) => `on the disk of this machine, in ${megabytes(bytes)} MB`;

/** Anyone may read it: neither the server's address nor what it said is in it. */
function behindText({ sinceMs, points, reason }: HistoryBehind, where: string): string {
  const why = reason === null ? 'it is catching up' : 'its server takes in nothing';
  const count = points.toLocaleString('en-US');
  return `History is behind since ${new Date(sinceMs).toISOString()}: ${why}. ${count} points wait ${where}.`;
}
