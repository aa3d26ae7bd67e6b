import { SqliteProblem } from '../problem.ts';
import type { RangeReader } from './byte-source.ts';

/** Of workers alone, which is why the page's types do not know it. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Reads a file of this machine part by part. It goes nowhere. */
export function blobRange(blob: Blob): RangeReader {
  const reader = new FileReaderSync();
  return (start, end) => {
    try {
      return { bytes: new Uint8Array(reader.readAsArrayBuffer(blob.slice(start, end + 1))), size: blob.size };
    } catch {
      throw new SqliteProblem('The file can no longer be read: it was changed, moved or deleted. Choose it again.');
    }
  };
}
