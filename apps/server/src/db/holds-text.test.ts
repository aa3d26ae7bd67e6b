import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsText } from './holds-text.ts';
import type { TestDatabase } from './testing/databases.ts';
import { everyEngine } from './testing/every-engine.ts';

describe.each(everyEngine())('a text within a column on $engine', ({ open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  async function isFound(stored: string, text: string): Promise<boolean> {
    const found = await sql`
      select 1 from (select cast(${stored} as text) as name) as named where ${holdsText('name', text)}
    `.execute(database.db);
    return found.rows.length === 1;
  }

  it.each([
    ['High Pressure', 'PRESS'],
    ['Ölstand hoch', 'Ölstand'],
    ['Ölstand hoch', 'ölSTAND HOCH'],
    ['ÖLSTAND HOCH', 'ölstand'],
    ['kein Öldruck', 'ÖLDRUCK'],
    ['Насос остановлен', 'насос'],
    ['Насос остановлен', 'НАСОС ОСТ'],
    ['50% of w_r \\ x', '50% OF W_R \\'],
  ])('%s has %s', async (stored, text) => expect(await isFound(stored, text)).toBe(true));

  it.each([
    ['High Pressure', 'low'],
    ['5000 of wxr', '50% of'],
    ['5000 of wxr', 'w_r'],
    ['Olstand', 'Ölstand'],
  ])('%s has no %s', async (stored, text) => expect(await isFound(stored, text)).toBe(false));
});
