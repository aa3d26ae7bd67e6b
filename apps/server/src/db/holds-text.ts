import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column has a text within it, taken literally and without regard to case. What a database knows the case of is sure of letters of
 * ASCII alone: others are found as they were typed, and where all of them, none, the first, or those that begin words are capital.
 */
export function holdsText(column: string, text: string): RawBuilder<boolean> {
  const found = spellingsOf(text).map((spelling) => {
    const pattern = `%${spelling.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    return sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  });
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

const FIRST = /^\S/u;
const INITIALS = /(?<=^|\s)\S/gu;
const capital = (letter: string) => letter.toUpperCase();
const smallAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** One, where all letters are of ASCII. */
function spellingsOf(text: string): string[] {
  const small = text.toLowerCase();
  const written = [text, text.toUpperCase(), small.replace(FIRST, capital), small.replaceAll(INITIALS, capital)];
  return [...new Set([small, ...written.map(smallAscii)])];
}
