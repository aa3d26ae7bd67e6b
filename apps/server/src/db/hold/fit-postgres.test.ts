import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startPortal } from '#testing/portal.ts';
import { describeForOperator } from '../../operator-errors.ts';
import { createMigratedDatabase } from '../testing/migrated.ts';
import { OLDEST_POSTGRES, unfitness } from './fit-postgres.ts';

const fit = { version: '17.2 (Debian 17.2-1)', encoding: 'UTF8', mayCreate: true, isNew: true };

describe('a PostgreSQL database', () => {
  it.each([
    ['which is as it should be', {}, []],
    ['of the oldest release', { version: '14.0' }, []],
    ['of an older release', { version: '13.22' }, [/^PostgreSQL 13\.22 is too old: it must be 14 or newer\.$/]],
    ['of another encoding', { encoding: 'SQL_ASCII' }, [/^The database is SQL_ASCII, and must be UTF8/]],
    ['of somebody else', { mayCreate: false }, [/may not make tables there/]],
  ])('%s is told by what is wrong with it', (_what, changed, expected) => {
    const faults = unfitness({ ...fit, ...changed }, OLDEST_POSTGRES.alone);
    expect(faults).toEqual(expected.map((text) => expect.stringMatching(text)));
  });

  it('in which nobody could keep every letter, or make tables, ends a start with one line and is left as it was', async () => {
    const good = await createMigratedDatabase();
    const root = new pg.Client({ connectionString: good.url });
    await root.connect();
    const id = randomUUID().replaceAll('-', '');
    const [latin, foreign, user] = [`latin_${id}`, `foreign_${id}`, `guest_${id}`];
    const failureOf = (change: (url: URL) => void) => {
      const url = new URL(good.url);
      change(url);
      return startPortal({ config: { databaseUrl: url.href } }).then(
        async (portal) => {
          await portal.close();
          return 'it did not fail';
        },
        (error: unknown) => describeForOperator(error),
      );
    };
    try {
      await root.query(`create database ${latin} template template0 encoding 'LATIN1' locale 'C'`);
      await root.query(`create database ${foreign} template template0`);
      await root.query(`create user ${user} password 'x'`);
      expect(await failureOf((url) => (url.pathname = `/${latin}`))).toMatch(
        /^TELLTALE_DATABASE_URL: The database is LATIN1, and must be UTF8[^\n]*$/,
      );
      const asGuest = (url: URL) => Object.assign(url, { pathname: `/${foreign}`, username: user, password: 'x' });
      expect(await failureOf(asGuest)).toMatch(/^TELLTALE_DATABASE_URL: Its user may not make tables there[^\n]*$/);
      const inside = new pg.Client({
        connectionString: Object.assign(new URL(good.url), { pathname: `/${foreign}` }).href,
      });
      await inside.connect();
      const { rows } = await inside.query("select * from pg_tables where schemaname = 'public'");
      await inside.end();
      expect(rows).toEqual([]);
    } finally {
      for (const name of [latin, foreign]) await root.query(`drop database if exists ${name} with (force)`);
      await root.query(`drop user if exists ${user}`);
      await root.end();
      await good.drop();
    }
  });
});
