import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '#testing/portal-process.ts';
import { checkBackups, checkDataFolder } from './folder-checks.ts';
import { checkClock } from './machine-checks.ts';
import { checkOpenFiles } from './network-checks.ts';

const GIGABYTE = 1e9;
const NOW_MS = Date.UTC(2026, 5, 1);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it.each([
  [300 * GIGABYTE, 'ok', /^300\.0 GB of 1000\.0 GB are free\.$/],
  [4 * GIGABYTE, 'warning', /^4\.0 GB .*TELLTALE_RETENTION_GB/],
  [0.001 * GIGABYTE, 'fault', /takes nothing in any more.*Make room/],
])('says of a disk with %i bytes that it is %s', async (freeBytes, state, text) => {
  const space = async () => ({ freeBytes, totalBytes: 1_000 * GIGABYTE });
  for (const dataFolder of [folder.path, join(folder.path, 'new')]) {
    const found = (await checkDataFolder({ dataFolder }, space)).find(({ what }) => what === 'Disk');
    expect([found?.state, found?.text]).toEqual([state, expect.stringMatching(text)]);
  }
});

it('says of folders that cannot be made where this user may not write', async () => {
  const file = join(folder.path, 'file');
  await writeFile(file, '', { mode: 0o755 });
  const within = join(file, 'deep');
  const [data] = await checkDataFolder({ dataFolder: within });
  expect([data?.state, data?.text]).toEqual([
    'fault',
    expect.stringMatching(/cannot be made: .* may not write to .*file/),
  ]);
  const backups = await checkBackups({ backupFolder: within, dataFolder: folder.path }, NOW_MS);
  expect([backups.state, backups.text]).toEqual(['fault', expect.stringMatching(/cannot be made/)]);
});

it.each([
  ['echo yes', 'ok', /by the network/],
  ['echo no', 'warning', /chrony/],
  ['exit 1', 'ok', /cannot tell/],
])('looks whether something keeps the clock right: %s', async (script, state, text) => {
  const bin = join(folder.path, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'timedatectl'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'timedatectl'), 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${bin}:${PATH}`;
  try {
    const found = await checkClock(NOW_MS);
    expect([found.state, found.text]).toEqual([state, expect.stringMatching(text)]);
  } finally {
    process.env.PATH = PATH;
  }
});

it('warns of a limit of open files that lets few devices in', () => {
  expect(checkOpenFiles(20_000).state).toBe('ok');
  const few = checkOpenFiles(424);
  expect([few.state, few.text]).toEqual(['warning', expect.stringMatching(/424 devices.*LimitNOFILE/)]);
});
