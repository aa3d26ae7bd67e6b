import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bundledPortal } from '#testing/bundle/bundled-portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { CANARIES, canary, NEWEST } from './testing/long-migration.ts';

const KILLS = Number(process.env.TELLTALE_TEST_MIGRATION_KILLS ?? 8);
const SCRIPT = bundledPortal('db/testing/migrating-process.ts');

/** Each kill starts a process, on a machine that has others to run. */
vi.setConfig({ testTimeout: 180_000 });

let root: { path: string; remove: () => Promise<void> };
/** A data folder of the version before the long migrations. */
let fixture: string;
beforeAll(async () => {
  root = await temporaryFolder();
  fixture = join(root.path, 'fixture');
  await mkdir(fixture);
  const file = join(fixture, 'portal.db');
  const db = openDatabase({ file });
  await migrate(db);
  await db.destroy();
  const database = new DatabaseSync(file);
  database.exec('create table canaries (canary_id integer primary key, body text not null)');
  database.exec('begin');
  const insert = database.prepare('insert into canaries values (?, ?)');
  for (let id = 1; id <= CANARIES; id++) insert.run(id, canary(id));
  database.exec('commit');
  database.close();
});
afterAll(() => root.remove());

/** Migrates the folder in a process of its own, killed `afterMs` after it began; answers how long a whole one took. */
async function migrateAndKill(folder: string, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [SCRIPT, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const beganMs = performance.now();
  // The moment of the kill is what is under test, so there is no event to wait for.
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await once(child, 'exit');
  clearTimeout(timer);
  return performance.now() - beganMs;
}

function tablesIn(database: DatabaseSync): string[] {
  const rows = database.prepare("select name from sqlite_schema where type = 'table' and name like 'canar%'").all();
  return rows.map(({ name }) => String(name)).toSorted();
}

/** Which of the two states a database is in; fails when it is neither, or a row is missing or changed. */
function stateOf(file: string): 'old' | 'new' {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const { newest } = database.prepare('select max(name) as newest from kysely_migration').get() as { newest: string };
    const isNew = newest === NEWEST;
    expect(tablesIn(database)).toEqual([isNew ? 'canary_parts' : 'canaries']);
    const [table, body] = isNew ? ['canary_parts', (id: number) => canary(id).toUpperCase()] : ['canaries', canary];
    const rows = database.prepare(`select canary_id as id, body from ${table} order by 1`).all();
    expect(rows).toHaveLength(isNew ? 2 * CANARIES : CANARIES);
    expect(rows.filter(({ id, body: found }) => found !== body(Number(id)))).toEqual([]);
    return isNew ? 'new' : 'old';
  } finally {
    database.close();
  }
}

it(`a migration that is killed leaves the old state or the new one, over ${KILLS} kills (R28)`, async () => {
  const whole = join(root.path, 'whole');
  await cp(fixture, whole, { recursive: true });
  const wholeMs = await migrateAndKill(whole, 60_000);
  expect(stateOf(join(whole, 'portal.db'))).toBe('new');
  const states = { old: 0, new: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const folder = join(root.path, `killed-${kill}`);
    await cp(fixture, folder, { recursive: true });
    await migrateAndKill(folder, (wholeMs * (kill + 0.5)) / KILLS);
    // A copy has its name only once it is whole: what was killed on the way there is no copy.
    const copies = existsSync(join(folder, 'before-migration')) ? await readdir(join(folder, 'before-migration')) : [];
    for (const copy of copies.filter((name) => name.endsWith('.db'))) {
      expect(stateOf(join(folder, 'before-migration', copy))).toBe('old');
    }
    const state = stateOf(join(folder, 'portal.db'));
    if (state === 'new') expect(copies.filter((name) => name.endsWith('.db'))).toHaveLength(1);
    states[state]++;
    // The next start takes it from either state to the new one.
    if (kill % 5 === 0) {
      await migrateAndKill(folder, 60_000);
      expect(stateOf(join(folder, 'portal.db'))).toBe('new');
    }
    await rm(folder, { recursive: true });
  }
  expect(states.old).toBeGreaterThan(0);
});
