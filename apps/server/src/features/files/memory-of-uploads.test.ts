import { createHash } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileStore } from './file-store.ts';
import { UploadContent } from './uploads/upload-content.ts';

const MEBIBYTE = 2 ** 20;
const CHUNK_BYTES = 65_536;
const CHUNKS = 3_000;

/** However much comes and however seldom memory is collected: little more than the piece under way (guarantee R26). */
describe('the memory that content takes', () => {
  let folder: string;
  let content: UploadContent;
  let heldBefore: number;
  let most: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-memory-'));
    content = new UploadContent(join(folder, 'uploads'));
    await content.open();
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    heldBefore = process.memoryUsage().arrayBuffers;
    most = 0;
  });

  const look = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - heldBefore);
  };

  /** As they come from a connection: each in memory of its own. */
  function* chunks(onChunk: (chunk: Buffer) => void = () => undefined): Iterable<Buffer> {
    for (let number = 0; number < CHUNKS; number++) {
      const chunk = Buffer.alloc(CHUNK_BYTES, number % 251);
      onChunk(chunk);
      look();
      yield chunk;
    }
  }

  it('is bounded in a resumable upload', async () => {
    const hash = createHash('sha256');
    await content.create('large');
    const source = Readable.from(chunks((chunk) => hash.update(chunk)));
    const length = await content.append('large', 0, source, () => undefined);
    expect(length).toBe(CHUNKS * CHUNK_BYTES);
    expect(await content.digest('large', content.pathOf('large'), length)).toBe(hash.digest('hex'));
    expect(most).toBeLessThan(8 * MEBIBYTE);
  });

  it('is bounded where a hash is reckoned anew from the disk, after a start', async () => {
    const length = 200 * MEBIBYTE;
    await content.create('begun before');
    await truncate(content.pathOf('begun before'), length);
    const started = new UploadContent(join(folder, 'uploads'));
    const timer = setInterval(look, 1);
    await started.digest('begun before', started.pathOf('begun before'), length);
    clearInterval(timer);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(8 * MEBIBYTE);
  });

  it('is bounded in a form', async () => {
    const store = new FileStore(folder, join(folder, 'incoming'));
    await store.open();
    const staged = await store.receive(Readable.from(chunks()), () => undefined);
    expect(staged.length).toBe(CHUNKS * CHUNK_BYTES);
    expect(most).toBeLessThan(8 * MEBIBYTE);
  });
});
