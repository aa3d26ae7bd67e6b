import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Historian } from '../port.ts';
import { describeHistorian } from '../testing/contract-suite.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';

// Small log files make the store rotate, write out and delete log files within a short test.
const SMALL = { logFileBytes: 20_000, logFilesKept: 1, chunkPoints: 128 };

describeHistorian('the embedded engine', () => {
  const folders: string[] = [];
  const open: Historian[] = [];

  async function openIn(folder: string): Promise<Historian> {
    folders.push(folder);
    const historian = await openEmbeddedHistorian({ folder, ...SMALL });
    open.push(historian);
    return historian;
  }
  const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'telltale-history-'));

  return {
    open: async () => openIn(await newFolder()),
    reopen: async (historian) => {
      await historian.close();
      return openIn(folders.at(-1) ?? '');
    },
    // What a killed process leaves behind is its files as they are at one moment: nothing may run in between.
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
