import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { saysFull } from './messages.ts';

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

describe('a disk without room', () => {
  it.runIf(existsSync('/dev/full'))('is told by what a write says', () => {
    const file = openSync('/dev/full', 'w');
    expect(saysFull(errorOf(() => writeSync(file, Buffer.alloc(1))))).toBe(true);
    closeSync(file);
  });

  it('is told by what SQLite says', () => {
    const db = new DatabaseSync(':memory:');
    db.exec('pragma max_page_count = 2; create table t (x)');
    expect(saysFull(errorOf(() => db.exec('insert into t values (zeroblob(100000))')))).toBe(true);
    db.close();
  });

  it('is not every failure', () => {
    expect(saysFull(errorOf(() => openSync('/nowhere/at/all', 'r')))).toBe(false);
    expect(saysFull(new Error('no'))).toBe(false);
  });
});
