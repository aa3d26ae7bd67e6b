// Finds where code and documents cite the specification, and whether what they cite is there.

/** A place of the specification that a text names: `1 §7`, `2 §2.13`, `K8`, `guarantees §1.0`. */
export type Clause = string;

const CHAIN = /^(?:,? and |, |; |-| to )/;
const PART = /\bspec(?:ification)? (?:([123]) )?(?=§)/gi;
const GUARANTEES = /\bguarantees? (?=§\d|[A-Z]\d)/gi;
const SECTION = /^§(\d+(?:\.\d+)*)/;
const ROW = /^[A-Z]\d{1,2}\b/;

/** The text in one line, without what begins the lines of a comment: a citation may go over the end of a line. */
function inOneLine(text: string): string {
  return text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/g, ' ');
}

/** Every clause of the specification that a text cites, in its order. A part without its number is `? §2`. */
export function citationsIn(text: string): Clause[] {
  const line = inOneLine(text);
  const parts = [...line.matchAll(PART)].flatMap((match) =>
    chainAt(line, match).flatMap((named) => (named.startsWith('§') ? `${match[1] ?? '?'} ${named}` : [])),
  );
  const rows = [...line.matchAll(GUARANTEES)].flatMap((match) =>
    chainAt(line, match).map((named) => (named.startsWith('§') ? `guarantees ${named}` : named)),
  );
  const bracketed = [...line.matchAll(/\[(K\d{1,2})\]/g)].map(([, row = '']) => row);
  return [...parts, ...rows, ...bracketed];
}

/** What is named from a match on, as long as it goes on: `§5, §9`, `E12-E15`, `§0 K8, K12`. */
function chainAt(line: string, match: RegExpExecArray): string[] {
  const named: string[] = [];
  let rest = line.slice(match.index + match[0].length);
  for (;;) {
    const found = (SECTION.exec(rest) ?? ROW.exec(rest))?.[0];
    if (found === undefined) return named;
    named.push(found);
    rest = rest.slice(found.length);
    // A row may follow its section with only a blank between.
    const gap = CHAIN.exec(rest)?.[0] ?? (found.startsWith('§') && ROW.test(rest.slice(1)) ? ' ' : undefined);
    if (gap === undefined) return named;
    rest = rest.slice(gap.length);
  }
}

/** The clauses that a part of the specification has: `1 §2`, `1 §2.1` of its headings, and for the guarantees their rows. */
export function clausesOf(part: '1' | '2' | '3' | 'guarantees', text: string): Clause[] {
  const headings = [...text.matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => `${part} §${number}`);
  if (part !== 'guarantees') return headings;
  return [...headings, ...[...text.matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, row = '']) => row)];
}
