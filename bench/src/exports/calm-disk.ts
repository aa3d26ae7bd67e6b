import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SECTOR_BYTES = 512;
const CALM_BYTES_A_SECOND = 2e6;
const CALM_SECONDS = 3;
const LIMIT_SECONDS = 90;

/** Bytes that all disks have written so far (Linux; 0 elsewhere). Parts of a disk are counted with it, which does no harm here. */
function writtenToDisks(): number {
  try {
    const lines = readFileSync('/proc/diskstats', 'utf8').trim().split('\n');
    return lines.reduce((sum, line) => sum + Number(line.trim().split(/\s+/)[9] ?? 0) * SECTOR_BYTES, 0);
  } catch {
    return 0;
  }
}

/**
 * Waits until the disk has nothing left to do of what was written before: it would hold up the log, and not what is measured.
 * @returns false when somebody else keeps it at work
 */
export async function calmDisk(): Promise<boolean> {
  spawnSync('sync');
  let calm = 0;
  let before = writtenToDisks();
  for (let second = 0; second < LIMIT_SECONDS && calm < CALM_SECONDS; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const written = writtenToDisks();
    calm = written - before < CALM_BYTES_A_SECOND ? calm + 1 : 0;
    before = written;
  }
  return calm >= CALM_SECONDS;
}
