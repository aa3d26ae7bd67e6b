import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Historian, openClickHouseHistorian, parseHistoryUrl } from '@telltale/historian';
import { describeHistorian } from '@telltale/historian/testing/contract-suite.ts';
import { afterAll, beforeAll } from 'vitest';
import { Chdb } from './chdb.ts';

let chdb: Chdb;
beforeAll(async () => {
  chdb = await Chdb.start();
});
afterAll(() => chdb.close());

// Short log files and blocks make the store rotate, spill and read from its log within a short test.
const SMALL = { logFileBytes: 20_000, blockPoints: 1500, pointsInMemory: 4000, gatherMs: 20, patienceMs: 60_000 };

describeHistorian('the ClickHouse engine', () => {
  const folders: string[] = [];
  const open: Historian[] = [];
  let database = '';

  async function openIn(folder: string): Promise<Historian> {
    folders.push(folder);
    const historian = await openClickHouseHistorian({ target: parseHistoryUrl(chdb.url(database)), folder, ...SMALL });
    open.push(historian);
    return historian;
  }
  const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'telltale-staged-'));

  return {
    open: async () => {
      database = await chdb.newDatabase();
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
});
