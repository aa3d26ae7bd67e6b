import { expect, it } from 'vitest';
import { filesInFolders, hasFolders, MOST_DROPPED_FILES, TooManyFiles } from './dropped-folders.ts';

const aFileEntry = (name: string) => ({
  ...{ name, isFile: true, isDirectory: false },
  file: (resolve: (file: File) => void) => resolve(new File([name], name)),
});

/** As a browser has it: told of in portions of two. */
const aFolder = (name: string, inside: readonly { name: string }[]) => ({
  ...{ name, isFile: false, isDirectory: true },
  createReader: () => {
    const left = [...inside];
    return { readEntries: (resolve: (portion: object[]) => void) => resolve(left.splice(0, 2)) };
  },
});

const aDrop = (...entries: object[]) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) }) as unknown as DataTransfer;

it('takes all files of folders, each with its way from what was dropped', async () => {
  const logs = aFolder('logs', [
    aFileEntry('10.csv'),
    aFolder('may', [aFileEntry('7.csv')]),
    aFileEntry('9.csv'),
    aFolder('empty', []),
  ]);
  const drop = aDrop(aFileEntry('note.txt'), logs);
  expect(hasFolders(drop)).toBe(true);
  const { files, pathOf } = await filesInFolders(drop);
  expect(files.map(pathOf)).toEqual(['note.txt', 'logs/9.csv', 'logs/10.csv', 'logs/may/7.csv']);
});

it('is not about files alone, nor about what a program drops that has no entries', () => {
  expect(hasFolders(aDrop(aFileEntry('note.txt')))).toBe(false);
  expect(hasFolders({ items: [{ webkitGetAsEntry: () => null }] } as unknown as DataTransfer)).toBe(false);
});

it('refuses a folder of more files than anybody means', async () => {
  const many = Array.from({ length: MOST_DROPPED_FILES + 1 }, (_, at) => aFileEntry(`${at}.csv`));
  await expect(filesInFolders(aDrop(aFolder('all', many)))).rejects.toThrow(TooManyFiles);
});

it('fails where a file cannot be read', async () => {
  const gone = {
    ...aFileEntry('gone.csv'),
    file: (_resolve: unknown, reject: (error: Error) => void) => reject(new Error('Not found.')),
  };
  await expect(filesInFolders(aDrop(aFolder('logs', [gone])))).rejects.toThrow('Not found.');
});
