import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openForWriting } from '../chunks/chunk-database.ts';
import { ReaderPool } from './reader-pool.ts';

const NICE_FIELD = 16;

/** Threads of this process that have a lower priority than others (proc_pid_stat(5)). */
function niceThreads(): number {
  if (!existsSync('/proc/self/task')) return 0;
  const nice = (id: string) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[NICE_FIELD];
  return readdirSync('/proc/self/task').filter((id) => nice(id) === '10').length;
}

it('replaces a thread that has ended, and leaves nobody waiting when it is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-reader-pool-'));
  const path = join(folder, 'chunks.db');
  const pool = new ReaderPool(
    path,
    () => undefined,
    () => undefined,
  );
  try {
    await expect(pool.run('hours', () => ({ kind: 'hours' }))).rejects.toThrow('unable to open');
    await expect(pool.run('state', () => ({ kind: 'state', sources: [], timeMs: 0 }))).rejects.toThrow(
      'unable to open',
    );
    openForWriting(path).close();
    expect(await pool.run('hours', () => ({ kind: 'hours' }))).toEqual({ kind: 'hours', hours: [] });
    expect(await pool.run('state', () => ({ kind: 'state', sources: [], timeMs: 0 }))).toEqual({
      kind: 'state',
      states: [],
    });
    expect(await pool.runBehind(() => ({ kind: 'hours' }))).toEqual({ kind: 'hours', hours: [] });
    expect(niceThreads()).toBe(process.platform === 'linux' ? 1 : 0);
    const waiting = Promise.allSettled(Array.from({ length: 9 }, () => pool.run('hours', () => ({ kind: 'hours' }))));
    await pool.close();
    expect((await waiting).map(({ status }) => status)).toContain('rejected');
    await expect(pool.run('hours', () => ({ kind: 'hours' }))).rejects.toThrow('closed');
    await expect(pool.runBehind(() => ({ kind: 'hours' }))).rejects.toThrow('closed');
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
