import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetId } from '@telltale/contract';
import { z } from 'zod';
import { readUtf8, type TextFile } from '../../ingest/csv/text-file.ts';
import type { CsvOptions } from './import-input.ts';
import type { FileReport } from './import-report.ts';

/** Where an import that did not finish goes on. */
export interface ImportState {
  /** Everything before it is stored. */
  offset: number;
  line: number;
  /** Of the text just before the offset: the file may have grown meanwhile, but not changed. */
  tailHash: string;
  report: FileReport;
}

const stateSchema: z.ZodType<ImportState> = z.object({
  offset: z.number(),
  line: z.number(),
  tailHash: z.string(),
  report: z.custom<FileReport>((value) => typeof value === 'object' && value !== null),
});

const HASHED_BYTES = 64 * 1024;

/** Keeps how far unfinished imports came, in the data folder, by what the file holds and how it is read. */
export class ImportStates {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'imports');
  }

  async keyOf(file: TextFile, assetId: AssetId, options: CsvOptions): Promise<string> {
    await using handle = await open(file.path);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HASHED_BYTES), 0, HASHED_BYTES, 0);
    const { timeColumn, zone, delimiter, decimal, columns } = options;
    const how = JSON.stringify([assetId, timeColumn, zone, delimiter, decimal, columns]);
    return createHash('sha256').update(how).update(buffer.subarray(0, bytesRead)).digest('hex').slice(0, 32);
  }

  /** Undefined: begin at the beginning. */
  async find(key: string, file: TextFile): Promise<ImportState | undefined> {
    try {
      const state = stateSchema.parse(JSON.parse(await readFile(this.#path(key), 'utf8')));
      return state.tailHash === (await tailHash(file, state.offset)) ? state : undefined;
    } catch {
      // There is none, or a kill left half of one: importing a row twice does no harm.
      return undefined;
    }
  }

  async save(key: string, file: TextFile, state: Omit<ImportState, 'tailHash'>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ ...state, tailHash: await tailHash(file, state.offset) });
    await writeFile(`${this.#path(key)}.new`, text, { mode: 0o600 });
    await rename(`${this.#path(key)}.new`, this.#path(key));
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

/** What has to be converted is only told apart by its beginning: reading it all again would cost too much. */
async function tailHash(file: TextFile, offset: number): Promise<string> {
  if (file.encoding !== 'utf-8') return '';
  const from = Math.max(0, offset - HASHED_BYTES);
  const hash = createHash('sha256');
  let left = offset - from;
  for await (const bytes of readUtf8(file, from)) {
    hash.update(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) return hash.digest('hex');
  }
  return 'the file is shorter';
}
