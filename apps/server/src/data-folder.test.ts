import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '#testing/portal-process.ts';
import { DataFolderError, dataFolderAt, lockDataFolder } from './data-folder.ts';
import { openSecretBox } from './secret-box.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('nobody else may look into a data folder, however open it was made (I4)', async () => {
  const data = dataFolderAt(join(folder.path, 'data'));
  await mkdir(data.path);
  await chmod(data.path, 0o777);
  const lock = await lockDataFolder(data);
  try {
    expect(await modeOf(data.path)).toBe(0o700);
    expect(await modeOf(join(data.path, 'portal.lock'))).toBe(0o600);
    expect(await modeOf(join(data.path, 'portal.pid'))).toBe(0o600);
  } finally {
    lock.release();
  }
});

it('a data folder is of one process at a time, which the refusal names (R32)', async () => {
  const data = dataFolderAt(folder.path);
  const lock = await lockDataFolder(data);
  const second = await lockDataFolder(data).catch((error: unknown) => error);
  expect(second).toBeInstanceOf(DataFolderError);
  expect(String(second)).toContain(`(process ${process.pid}) is using the data folder`);
  lock.release();
  (await lockDataFolder(data)).release();
});

it('two installations have keys of their own, of 256 bit, which only the portal can read (A5)', async () => {
  const files = ['one.key', 'two.key'].map((name) => join(folder.path, name));
  const [one, two] = await Promise.all(files.map((file) => openSecretBox(file)));
  const [first, second] = await Promise.all(files.map((file) => readFile(file)));
  expect([first?.length, second?.length]).toEqual([32, 32]);
  expect(first).not.toEqual(second);
  for (const file of files) expect(await modeOf(file)).toBe(0o600);
  const sealed = one?.seal('secret', 'user 7') ?? '';
  expect(() => two?.unseal(sealed, 'user 7')).toThrow();
  expect((await openSecretBox(files[0] ?? '')).unseal(sealed, 'user 7')).toBe('secret');
});
