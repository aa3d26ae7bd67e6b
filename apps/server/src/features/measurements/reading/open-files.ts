import { type FileHandle, open } from 'node:fs/promises';
import { type ByteSource, type PeakReading, type PlotReading, type TdmsChannel, TdmsFile } from '@telltale/tdms';

/** Files that stay open: who looks at one asks for more of it. */
const MOST_OPEN = 8;

export interface OpenFile {
  readonly file: TdmsFile;
  /** Of channels that were looked at from far away, as far as they were read. */
  readonly peaks: Map<TdmsChannel, PeakReading>;
  /** Plots from near that are not whole yet, by what they are of; those that were asked for last stay. */
  readonly plots: Map<string, PlotReading>;
}

/** Measurement files whose descriptions are in memory; those that were asked for last stay. */
export class OpenFiles {
  readonly #open = new Map<string, OpenFile & { handle: FileHandle }>();

  /** @param signal ends the reading of a description */
  async get(path: string, signal: AbortSignal): Promise<OpenFile> {
    const known = this.#open.get(path);
    this.#open.delete(path);
    const one = known ?? (await read(path, signal));
    this.#open.set(path, one);
    const [oldest] = this.#open;
    if (this.#open.size > MOST_OPEN && oldest !== undefined) {
      this.#open.delete(oldest[0]);
      await oldest[1].handle.close();
    }
    return one;
  }
}

async function read(path: string, signal: AbortSignal) {
  const handle = await open(path, 'r');
  try {
    return {
      handle,
      file: await TdmsFile.open(await sourceOf(handle), { signal }),
      peaks: new Map(),
      plots: new Map(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    read: async (position, length) => {
      const wanted = Math.max(0, Math.min(length, size - position));
      // Not set to zeros first: it is filled, or cut where the file ended.
      const bytes = Buffer.allocUnsafeSlow(wanted);
      let got = 0;
      while (got < wanted) {
        const { bytesRead } = await handle.read(bytes, got, wanted - got, position + got);
        if (bytesRead === 0) break;
        got += bytesRead;
      }
      return bytes.subarray(0, got);
    },
  };
}
