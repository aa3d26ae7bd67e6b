import type { files } from '@telltale/contract';
import { expect, test } from 'vitest';
import { kindOf } from './file-kind.ts';
import { folderOf, trailOf } from './folders.ts';

let lastId = 0;
const file = (filename: string) => ({ fileId: ++lastId, filename }) as unknown as files.StoredFile;
const names = (path: string) => {
  const list = ['b.txt', 'logs/10/x.csv', 'logs/2/x.csv', 'b.txt', 'logs/all.csv', '__proto__/a', 'b.txt', 'logsheet'];
  const { folders, files: found } = folderOf(list.map(file), path);
  return { folders, files: found.map(({ newest, older }) => `${newest.filename} ${older.length}`) };
};

test('a folder holds the folders and the files right below it; files of one name are versions of one', () => {
  expect(names('')).toEqual({ folders: ['__proto__', 'logs'], files: ['b.txt 2', 'logsheet 0'] });
  expect(names('logs')).toEqual({ folders: ['2', '10'], files: ['logs/all.csv 0'] });
  expect(names('logs/2')).toEqual({ folders: [], files: ['logs/2/x.csv 0'] });
  expect(names('__proto__')).toEqual({ folders: [], files: ['__proto__/a 0'] });
  expect(names('nowhere')).toEqual({ folders: [], files: [] });
});

test('the way to a folder names each above it', () => {
  expect(trailOf('')).toEqual([]);
  expect(trailOf('a/b')).toEqual([
    { name: 'a', path: 'a' },
    { name: 'b', path: 'a/b' },
  ]);
});

test.each([
  ['a.PNG', 'picture'],
  ['logs/x.csv', 'table'],
  ['drawing.svg', 'text'],
  ['page.html', 'text'],
  ['manual.pdf', 'pdf'],
  ['x.constructor', undefined],
  ['x', undefined],
])('%s is looked at as %s', (name, kind) => expect(kindOf(name)).toBe(kind));
