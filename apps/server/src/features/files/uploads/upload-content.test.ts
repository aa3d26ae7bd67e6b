import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadContent } from './upload-content.ts';

const MEBIBYTE = 2 ** 20;
/** As they come from a connection: each in memory of its own. */
const CHUNK_BYTES = 65_536;
const CHUNKS = 3_000;

describe('the content of an upload', () => {
  let folder: string;
  let content: UploadContent;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-content-'));
    content = new UploadContent(folder);
    await content.open();
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('holds little more memory than the piece under way, however much comes and however seldom memory is collected', async () => {
    const hash = createHash('sha256');
    const heldBefore = process.memoryUsage().arrayBuffers;
    let most = 0;
    function* chunks(): Iterable<Buffer> {
      for (let number = 0; number < CHUNKS; number++) {
        const chunk = Buffer.alloc(CHUNK_BYTES, number % 251);
        hash.update(chunk);
        most = Math.max(most, process.memoryUsage().arrayBuffers - heldBefore);
        yield chunk;
      }
    }
    await content.create('large');
    const length = await content.append('large', 0, Readable.from(chunks()), () => undefined);
    expect(length).toBe(CHUNKS * CHUNK_BYTES);
    expect(await content.digest('large', content.pathOf('large'), length)).toBe(hash.digest('hex'));
    expect(most).toBeLessThan(8 * MEBIBYTE);
  });

  it('holds as little where its hash is reckoned anew from the disk, after a start', async () => {
    const length = 200 * MEBIBYTE;
    await truncate(content.pathOf('large'), length);
    const started = new UploadContent(folder);
    const heldBefore = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - heldBefore);
    }, 1);
    await started.digest('large', started.pathOf('large'), length);
    clearInterval(timer);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(8 * MEBIBYTE);
  });

  it('leaves alone what lies beside a chunk in the same memory', async () => {
    const message = Buffer.from('before|the chunk|after');
    await content.create('part');
    await content.append('part', 0, Readable.from([message.subarray(7, 16)]), () => undefined);
    expect(message.toString()).toBe('before|the chunk|after');
    expect(await readFile(content.pathOf('part'), 'utf8')).toBe('the chunk');
  });
});
