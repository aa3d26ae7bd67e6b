import { existsSync, readlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Notes which files and folders this process forces to disk (`FileHandle.sync` and `datasync`) for as long as the path
 * `until` is not there. Linux alone can tell the name of an open file.
 */
export async function noteForced(until: string): Promise<{ paths: Set<string>; stop: () => void }> {
  const paths = new Set<string>();
  const handle = await open('/dev/null', 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync, datasync } = prototype;
  const noting = (force: () => Promise<void>) =>
    async function noted(this: FileHandle): Promise<void> {
      const path = readlinkSync(`/proc/self/fd/${this.fd}`);
      await force.call(this);
      if (!existsSync(until)) paths.add(path);
    };
  Object.assign(prototype, { sync: noting(sync), datasync: noting(datasync) });
  return { paths, stop: () => void Object.assign(prototype, { sync, datasync }) };
}
