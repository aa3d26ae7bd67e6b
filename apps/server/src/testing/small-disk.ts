import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = Buffer.alloc(64 * 1024, 0x5a);

/** A file system of its own with so little room that a test can fill it. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
  }

  /** Mounts one; undefined where this user or machine may not mount. */
  static async mount(megabytes: number): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    if (status === 0) return new SmallDisk(folder);
    await rm(folder, { recursive: true });
    return undefined;
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Fills it with what is not the portal's, until so much is free; 0: to the last byte. */
  fill(freeBytes: number): void {
    const file = openSync(this.#ballast, 'a');
    try {
      while (this.freeBytes > freeBytes) writeSync(file, PIECE, 0, Math.min(PIECE.length, this.freeBytes - freeBytes));
    } finally {
      closeSync(file);
    }
  }

  /** Takes away what `fill` wrote. */
  makeRoom(): void {
    rmSync(this.#ballast, { force: true });
  }

  async unmount(): Promise<void> {
    spawnSync('umount', ['-l', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
