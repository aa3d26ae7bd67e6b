import type { manyUsers } from '@telltale/contract';
import { type CsvCells, rowsOfCsv } from '#ui/table/csv-rows.ts';
import { faultOfSize } from '#ui/table/csv-size.ts';

/** A longer list is a mistake more often than a wish. */
export const MOST_PEOPLE = 10_000;

/** A user group that a line may name. */
export interface NamedGroup {
  readonly id: number;
  readonly name: string;
}

export interface PeopleList {
  /** What can be sent to the portal. */
  readonly lines: readonly manyUsers.UserLine[];
  readonly faults: readonly manyUsers.UserLineFault[];
  /** Columns that say nothing to the portal. */
  readonly unused: readonly string[];
  /** Why it is no list at all. */
  readonly problem?: string;
}

const columns = {
  username: ['username', 'user name', 'user', 'email', 'e-mail', 'email address', 'mail', 'login'],
  firstName: ['firstname', 'first name', 'given name'],
  lastName: ['lastname', 'last name', 'surname', 'family name'],
  groups: ['groups', 'group', 'user groups', 'user group', 'usergroups', 'usergroup'],
} as const;

type Column = keyof typeof columns;

/** `Ada Lovelace <ada@example.com>`, as mail programs copy it. */
const NAMED_ADDRESS = /^"?([^"<>]*?)"?\s*<([^<>\s]+)>$/;

/**
 * Reads people from CSV with a header line (comma, semicolon or tab), or from a plain list: one user name or address on
 * each line, a name before it if it stands in angle brackets. Groups of a line stand in its column `groups`, with
 * semicolons or bars between them.
 */
export function readPeople(text: string, groups: readonly NamedGroup[]): PeopleList {
  const none = { lines: [], faults: [], unused: [] };
  if (text.trim() === '') return none;
  const plain = text.replace(/^\uFEFF/, '');
  // A list of addresses in one line, as mail programs copy it.
  const isOneLine = !/[\r\n]/.test(plain.trim());
  const fault = isOneLine ? undefined : faultOfSize(plain);
  if (fault !== undefined) return { ...none, problem: fault };
  const rows = isOneLine ? addressesOf(plain) : rowsOf(plain);
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const header = filled[0] && headerOf(filled[0].cells);
  const people = header ? filled.slice(1) : filled;
  if (people.length > MOST_PEOPLE) {
    const count = people.length.toLocaleString('en');
    return {
      ...none,
      problem: `The list has ${count} lines. At most ${MOST_PEOPLE.toLocaleString('en')} are added at once.`,
    };
  }
  if (!header && filled.some(({ cells }) => cells.length > 1)) {
    return { ...none, problem: 'A list of several columns needs a first line that names them, one of them username.' };
  }
  const readGroups = groupReader(groups);
  const lines: manyUsers.UserLine[] = [];
  const faults: manyUsers.UserLineFault[] = [];
  const first = new Map<string, number>();
  for (const { line, cells } of people) {
    const cellOf = (column: Column) => cells[header?.places.get(column) ?? -1] ?? '';
    const person = header ? { username: cellOf('username') } : readPerson(cells[0] ?? '');
    const key = person.username.normalize('NFKC').toLowerCase();
    const earlier = first.get(key);
    const named = readGroups(cellOf('groups'));
    if (person.username === '') faults.push({ line, message: 'The line has no user name.' });
    else if (earlier !== undefined) {
      faults.push({ line, message: `The user name ${person.username} stands in line ${earlier}, too.` });
    } else if (named.problem !== undefined) faults.push({ line, message: named.problem });
    else {
      const names = header ? { firstName: cellOf('firstName'), lastName: cellOf('lastName') } : person;
      lines.push({ line, ...names, username: person.username, userGroupIds: named.ids as never });
    }
    if (earlier === undefined && key !== '') first.set(key, line);
  }
  return { lines, faults, unused: header?.unused ?? [] };
}

function rowsOf(text: string): CsvCells[] {
  return rowsOfCsv(text).rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }));
}

function addressesOf(text: string): CsvCells[] {
  const addresses = text.split(/[;,](?=\s*\S)/);
  return addresses.map((one, index) => ({ line: index + 1, cells: [one.trim()] }));
}

function headerOf(cells: readonly string[]): { places: ReadonlyMap<Column, number>; unused: string[] } | undefined {
  const places = new Map<Column, number>();
  const unused: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const column = (Object.keys(columns) as Column[]).find((one) =>
      (columns[one] as readonly string[]).includes(cell.toLowerCase()),
    );
    if (column && !places.has(column)) places.set(column, at);
    else if (cell !== '') unused.push(cell);
  }
  return places.has('username') ? { places, unused } : undefined;
}

function readPerson(text: string): { username: string; firstName?: string; lastName?: string } {
  const [, name = '', address] = NAMED_ADDRESS.exec(text) ?? [];
  if (address === undefined) return { username: text };
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { username: address, firstName, lastName: rest.join(' ') };
}

function groupReader(groups: readonly NamedGroup[]) {
  const byName = new Map<string, number[]>();
  for (const { id, name } of groups) {
    const key = name.trim().toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), id]);
  }
  return (text: string): { ids: number[]; problem?: string } => {
    const ids: number[] = [];
    for (const name of text.split(/[;|]/).map((part) => part.trim())) {
      if (name === '') continue;
      const found = byName.get(name.toLowerCase()) ?? [];
      if (found[0] === undefined) return { ids, problem: `There is no user group ${name}.` };
      if (found.length > 1) return { ids, problem: `More than one user group is called ${name}.` };
      ids.push(found[0]);
    }
    return { ids };
  };
}
