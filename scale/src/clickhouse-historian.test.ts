import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Historian, openClickHouseHistorian, parseHistoryUrl } from '@telltale/historian';
import { describeHistorian, type HistorianUnderTest } from '@telltale/historian/testing/contract-suite.ts';

import { askedAgain } from './asked-again.ts';
import { bothEngines } from './both-engines.ts';
import type { Chdb } from './chdb.ts';

const engines = bothEngines();

// Short log files and blocks make the store rotate, spill and read from its log within a short test.
const SMALL = { logFileBytes: 20_000, blockPoints: 1500, pointsInMemory: 4000, gatherMs: 20, patienceMs: 60_000 };

/** So short and so often made that charts of a short test are answered from them. */
const SHORT_SUMMARIES = {
  spanMs: 5000,
  fewestPoints: 2,
  spansOfBucket: 1,
  worthPoints: 1,
  settledAfterMs: 0,
  spansAtOnce: 1,
  pointsAtOnce: 3000,
  everyMs: 5,
  sweepAfterMs: 0,
};

/** So short that what is read reaches over several, and that some are written into while others are held. */
const SHORT_HOURS = { hourMs: 200_000, shortestMs: 0, longestMs: 20_000_000 };

describeHistorian('the ClickHouse engine', () => clickHouse(() => engines.one));
describeHistorian('the ClickHouse engine with the tables of a cluster', () => clickHouse(() => engines.cluster));

function clickHouse(server: () => Chdb): HistorianUnderTest {
  const folders: string[] = [];
  const open: Historian[] = [];
  let database = '';

  async function openIn(folder: string): Promise<Historian> {
    folders.push(folder);
    const historian = await openClickHouseHistorian({
      target: parseHistoryUrl(server().url(database)),
      folder,
      ...SMALL,
      summaries: SHORT_SUMMARIES,
      recent: SHORT_HOURS,
      // In the middle of what the suite writes.
      now: () => 3_000_000,
    });
    open.push(historian);
    return askedAgain(historian);
  }
  const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'telltale-staged-'));

  return {
    open: async () => {
      database = await server().newDatabase();
      return openIn(await newFolder());
    },
    reopen: async (historian) => {
      await historian.close();
      return openIn(folders.at(-1) ?? '');
    },
    // What a killed process leaves behind: its log as it is at one moment, and at the server what was carried there.
    crash: async (historian) => {
      const left = await newFolder();
      cpSync(folders.at(-1) ?? '', left, { recursive: true });
      await historian.close();
      return openIn(left);
    },
    cleanUp: async () => {
      await Promise.all(open.splice(0).map((historian) => historian.close()));
      await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}
