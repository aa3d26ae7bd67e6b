import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { DatabaseUnusableError, findCorruption, migrate, migrateDown } from './migrate.ts';
import { openSqliteForTest, type TestDatabase } from './testing/databases.ts';

describe('the SQLite database', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openSqliteForTest();
  });
  afterEach(() => test.close());

  const unit = (admin_name: string) => ({ admin_name, parent_admin_id: 1 });

  it('keeps concurrent transactions apart although they share one handle', async () => {
    const { db } = test;
    const log: string[] = [];
    const work = (name: string) =>
      db.transaction().execute(async (trx) => {
        log.push(`${name} begins`);
        await trx.insertInto('admin_units').values(unit(name)).execute();
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} ends`);
      });
    await Promise.all([work('one'), work('two'), work('three')]);
    expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  });

  it('does not let a write of one request fall into the transaction of another that is rolled back', async () => {
    const { db } = test;
    let outside: Promise<unknown> | undefined;
    await expect(
      db.transaction().execute(async (trx) => {
        await trx.insertInto('admin_units').values(unit('lost')).execute();
        outside = db.insertInto('admin_units').values(unit('kept')).execute();
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await outside;
    const names = await db.selectFrom('admin_units').select('admin_name').orderBy('admin_id').execute();
    expect(names.map((row) => row.admin_name)).toEqual(['Telltale', 'kept']);
  });

  it('reads only what is committed from outside a transaction', async () => {
    const { db } = test;
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('admin_units').values(unit('new')).execute();
      expect(await db.selectFrom('admin_units').selectAll().execute()).toHaveLength(1);
      expect(await trx.selectFrom('admin_units').selectAll().execute()).toHaveLength(2);
    });
    expect(await db.selectFrom('admin_units').selectAll().execute()).toHaveLength(2);
  });

  it('answers reads while a transaction is open, also such as are written in SQL', async () => {
    const { db } = test;
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('admin_units').values(unit('new')).execute();
      const { rows } = await sql`
        select admin_id from admin_units`.execute(db);
      expect(rows).toHaveLength(1);
    });
  });

  it('gives back inserted rows with their ids', async () => {
    const row = await test.db.insertInto('admin_units').values(unit('x')).returningAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ admin_id: 2, admin_name: 'x', parent_admin_id: 1 });
  });

  it('holds foreign keys', async () => {
    await expect(
      test.db.insertInto('admin_units').values({ admin_name: 'x', parent_admin_id: 99 }).execute(),
    ).rejects.toThrow(/FOREIGN KEY/);
  });

  it('takes every migration back and applies it again', async () => {
    await migrateDown(test.db);
    expect(await migrate(test.db)).toContain('0001-identity');
    expect(await migrate(test.db)).toEqual([]);
  });

  it('brings a database up to date that has one of a higher number already', async () => {
    const { migrations } = await import('./migrations.ts');
    const later = { ...migrations, '9998-later': { up: async () => undefined, down: async () => undefined } };
    await migrate(test.db, { migrations: later });
    const between = { ...later, '9997-between': { up: async () => undefined, down: async () => undefined } };
    expect(await migrate(test.db, { migrations: between })).toEqual(['9997-between']);
    expect(await migrate(test.db, { migrations: between })).toEqual([]);
  });

  it('refuses a database that a newer version wrote', async () => {
    await migrate(test.db, {
      migrations: { ...(await import('./migrations.ts')).migrations, '9999-future': { up: async () => undefined } },
    });
    await expect(migrate(test.db)).rejects.toThrow(DatabaseUnusableError);
    await expect(migrate(test.db)).rejects.toThrow(/newer version.*9999-future/);
  });

  it('leaves the schema as it was when a migration fails half-way', async () => {
    const { migrations } = await import('./migrations.ts');
    const broken = {
      up: async (db: TestDatabase['db']) => {
        await db.schema.createTable('half').addColumn('a', 'text').execute();
        throw new Error('broken');
      },
    };
    const seen: string[][] = [];
    await expect(
      migrate(test.db, {
        migrations: { ...migrations, '9999-broken': broken },
        beforeChange: async (pending) => void seen.push([...pending]),
      }),
    ).rejects.toThrow(/left as it was/);
    expect(seen).toEqual([['9999-broken']]);
    expect((await test.db.introspection.getTables()).map((table) => table.name)).not.toContain('half');
    expect(await migrate(test.db)).toEqual([]);
  });
});

describe('a damaged database file', () => {
  it('is noticed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-db-'));
    try {
      const file = join(folder, 'portal.db');
      const { writeFile } = await import('node:fs/promises');
      await writeFile(file, 'SQLite format 3\0'.padEnd(8192, 'x'));
      const db = openDatabase({ file });
      expect(await findCorruption(db)).toBeTruthy();
      await db.destroy();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
