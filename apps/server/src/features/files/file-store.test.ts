import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dataFolderAt } from '#data-folder.ts';
import { FileStore } from './file-store.ts';

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'telltale-files-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

async function storeOf(node: string): Promise<FileStore> {
  const { filesFolder, incomingFolder } = dataFolderAt(join(path, node), { node, filesFolder: join(path, 'shared') });
  const store = new FileStore(filesFolder, incomingFolder);
  await store.open();
  return store;
}

it('of a node that starts leaves alone what another node receives, and every node reads it', async () => {
  const one = await storeOf('one');
  const content = new PassThrough();
  const heard = Promise.withResolvers<void>();
  const receiving = one.receive(content, () => heard.resolve());
  content.write('first ');
  await heard.promise;
  const two = await storeOf('two');
  content.end('and last');
  const staged = await receiving;
  await one.keep(staged);
  expect(await text(two.read(staged.storageName))).toBe('first and last');
});

it('clears away at its start what its own process left behind', async () => {
  const store = await storeOf('..');
  await store.receive(new PassThrough().end('left behind') as PassThrough, () => undefined);
  const incoming = join(path, 'shared/files/incoming-..');
  expect(await readdir(incoming)).toHaveLength(1);
  await storeOf('..');
  expect(await readdir(incoming)).toEqual([]);
});
