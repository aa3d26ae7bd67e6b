import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder for what tests write, in memory where that has room: to force it to disk is what they would wait for most,
 * and none of them ends the machine. Undefined: the system's own temporary folder has to do.
 */
export function makeFolderInMemory(place = '/dev/shm', enoughBytes = 6 * 2 ** 30) {
  try {
    const { bavail, bsize } = statfsSync(place);
    const freeBytes = process.availableMemory?.() ?? freemem();
    if (Math.min(bavail * bsize, freeBytes) < enoughBytes) return undefined;
    const folder = mkdtempSync(join(place, 'telltale-test-'));
    // PostgreSQL runs as another user, in a folder of its own below this one.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined; // there is no such place, or it is not for us
  }
}
