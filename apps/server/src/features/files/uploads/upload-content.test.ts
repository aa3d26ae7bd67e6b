import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadContent } from './upload-content.ts';

describe('the content of an upload', () => {
  let folder: string;
  let content: UploadContent;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-content-'));
    content = new UploadContent(folder);
    await content.open();
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('leaves alone what lies beside a chunk in the same memory', async () => {
    const message = Buffer.from('before|the chunk|after');
    await content.create('part');
    await content.append('part', 0, Readable.from([message.subarray(7, 16)]), () => undefined);
    expect(message.toString()).toBe('before|the chunk|after');
    expect(await readFile(content.pathOf('part'), 'utf8')).toBe('the chunk');
  });
});
