import {
  CopyDiffersError,
  type CopyProgress,
  copyHistory,
  type Historian,
  HistoryServerError,
  openClickHouseHistorian,
  openEmbeddedHistorian,
  parseHistoryUrl,
} from '@telltale/historian';
import { z } from 'zod';
import { CommandError, controlCommand } from '#control/control-command.ts';
import { copyBefore } from '../backups/history-before.ts';
import type { Context } from '../context.ts';

/** As which `--to` names the history in the data folder. */
export const EMBEDDED = 'embedded';

/** A page takes milliseconds, a terminal is read by people. */
const TELL_EVERY_MS = 200;

/** What was copied is read again once it is at the server, however slow the way there: a page may be megabytes. */
const PATIENCE_MS = 600_000;

/** Copies the portal's history to where it is to be kept from the next start on, while it runs. */
export const moveHistoryCommand = controlCommand({
  name: 'move-history',
  input: z.object({ to: z.string() }),
  async run(context, { to }, progress): Promise<CopyProgress> {
    const { historian, log } = context;
    const target = await openTarget(context, to);
    try {
      let toldMs = Number.NEGATIVE_INFINITY;
      const copied = await copyHistory({
        from: historian,
        to: target,
        signal: progress.signal,
        onProgress: (now) => {
          if (performance.now() - toldMs < TELL_EVERY_MS) return;
          toldMs = performance.now();
          progress.report(now);
        },
      });
      log.info(copied, 'the history was copied to where it is to be kept');
      return copied;
    } catch (error) {
      throw error instanceof CopyDiffersError ? new CommandError(error.message) : error;
    } finally {
      await target.close();
    }
  },
});

function openTarget(context: Context, to: string): Promise<Historian> {
  const { config, folder } = context;
  const isEmbedded = config.historyTarget === undefined;
  if (to === EMBEDDED) {
    if (isEmbedded) throw new CommandError('The history is in the data folder already.');
    return openEmbeddedHistorian({ folder: folder.historyFolder, beforeUpgrade: copyBefore(context) });
  }
  if (!isEmbedded) {
    throw new CommandError(
      `The history is at TELLTALE_HISTORY_URL. Copy it into the data folder first: --to ${EMBEDDED}`,
    );
  }
  return openServer(to, folder.stagedHistoryFolder);
}

async function openServer(to: string, folder: string): Promise<Historian> {
  try {
    return await openClickHouseHistorian({ target: parseHistoryUrl(to), folder, patienceMs: PATIENCE_MS });
  } catch (error) {
    if (error instanceof HistoryServerError) throw new CommandError(`--to: ${error.message}`);
    throw error;
  }
}
