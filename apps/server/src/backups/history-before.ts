import { readdir } from 'node:fs/promises';
import {
  type BeforeUpgrade,
  copyHistoryFolder,
  examineHistoryFolder,
  examineHistoryLogs,
  HistoryFolderError,
  refuseNewerHistoryServer,
} from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DataFolder } from '../data-folder.ts';
import { copyAside, OF_HISTORY } from './safety-copies.ts';

interface Surroundings {
  folder: DataFolder;
  clock: Clock;
  log: Log;
}

/** The history as a start finds it: looked at, and copied where it is older, before the records are changed either. */
export class HistoryBefore {
  readonly #config: Pick<Config, 'historyTarget' | 'cluster'>;
  readonly #folder: DataFolder;
  readonly #copy: BeforeUpgrade;
  #older: number | undefined;
  #isCopied = false;

  constructor(config: Pick<Config, 'historyTarget' | 'cluster'>, { folder, clock, log }: Surroundings) {
    this.#config = config;
    this.#folder = folder;
    this.#copy = copyBefore({ folder, clock, log });
  }

  /**
   * Changes nothing.
   * @throws HistoryServerError, HistoryFolderError with a line that says what to do, where it cannot be opened
   */
  async look(): Promise<void> {
    const { historyTarget, cluster } = this.#config;
    const { historyFolder, stagedHistoryFolder } = this.#folder;
    if (historyTarget === undefined) {
      this.#older = await examineHistoryFolder(historyFolder);
      return;
    }
    if (cluster) await refuseStaged(stagedHistoryFolder);
    await examineHistoryLogs(stagedHistoryFolder);
    await refuseNewerHistoryServer(historyTarget);
  }

  /** Of a history that opening it will bring up to date, so that records and history of before can be gone back to. */
  async copy(): Promise<void> {
    if (this.#older === undefined) return;
    await this.beforeUpgrade(this.#older, (to) => copyHistoryFolder(this.#folder.historyFolder, to));
  }

  /** For who opens it. Once it is copied it is not copied again. */
  readonly beforeUpgrade: BeforeUpgrade = async (version, copyTo) => {
    if (!this.#isCopied) await this.#copy(version, copyTo);
    this.#isCopied = true;
  };
}

/** An older version can be gone back to as long as there is what it wrote. */
export function copyBefore({ log, folder, clock }: Surroundings): BeforeUpgrade {
  return async (version, copyTo) => {
    const name = `${clock.now()}-history-format-${version}`;
    log.info({ copy: name }, 'the history is copied before it is brought up to date');
    await copyAside(folder, OF_HISTORY, name, copyTo).catch((cause: Error) => {
      throw new HistoryFolderError(
        `The history must be brought up to date, and could not be copied before; it was not changed. ${cause.message} Make room, or make ${folder.safetyCopies} a link to a folder on another disk.`,
        { cause },
      );
    });
  };
}

/** What a portal of one process acknowledged and did not bring to the server: nodes would leave it there. */
async function refuseStaged(folder: string): Promise<void> {
  const staged = await readdir(folder).catch(() => []);
  if (!staged.some((name) => name.endsWith('.log'))) return;
  throw new HistoryFolderError(
    `Points in ${folder} wait for the server of the history: start once more without TELLTALE_CLUSTER_URL, which carries them there.`,
  );
}
