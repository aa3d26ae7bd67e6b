import { sql } from 'kysely';
import { searchedWords } from '#journal/journal-words.ts';
import { createWordIndex, dropWordIndex, indexedWords } from '#journal/word-index.ts';
import type { AnyDatabase } from '../dialects/any-database.ts';
import { engineOf } from '../dialects/columns.ts';

const ROWS = 1_000;

interface Row {
  journal_id: number;
  what: string;
  by_name: string;
  address: string;
  before: string | null;
  after: string | null;
}

/** Entries of the journal are found by their words, from an index. */
export async function up(db: AnyDatabase): Promise<void> {
  await createWordIndex(db);
  const engine = engineOf(db);
  for (let last = 0; ; ) {
    const { rows } = await sql<Row>`select journal_id, what, by_name, address, before, after from journal
      where journal_id > ${last} order by journal_id limit ${ROWS}`.execute(db);
    if (rows.length === 0) return;
    const values = rows.map((row) => {
      const { what, by_name: user, address } = row;
      const [before, after] = [row.before, row.after].map((text) => text && JSON.parse(text));
      return sql`(${row.journal_id}, ${indexedWords(engine, searchedWords({ what, user, address, before, after }), row.journal_id)})`;
    });
    await sql`insert into journal_words (rowid, words) values ${sql.join(values)}`.execute(db);
    last = rows.at(-1)?.journal_id ?? last;
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  await dropWordIndex(db);
}
