import { describe, expect, it } from 'vitest';
import { MOST_PEOPLE, readPeople } from './people-list.ts';

const groups = [
  { id: 1, name: 'Operators' },
  { id: 2, name: 'Night shift' },
  { id: 3, name: 'Twins' },
  { id: 4, name: 'twins' },
];
const read = (text: string) => readPeople(text, groups);
const namesOf = (text: string) => read(text).lines.map(({ username }) => username);

describe('a list of people', () => {
  it.each([
    ['one on each line', 'ada\nbob@example.com\r\n\r\n chen \n', ['ada', 'bob@example.com', 'chen']],
    [
      'addresses in one line',
      'ada@example.com; bob@example.com,chen@example.com',
      ['ada@example.com', 'bob@example.com', 'chen@example.com'],
    ],
    ['with a byte order mark', '\uFEFFusername\nada', ['ada']],
    ['one name', 'ada', ['ada']],
    ['nothing', ' \n ', []],
  ])('is read as %s', (_what, text, names) => {
    expect(namesOf(text)).toEqual(names);
  });

  it('takes names before addresses, as mail programs copy them', () => {
    expect(read('Ada King Lovelace <ada@example.com>\n"Bob" <bob@example.com>').lines).toEqual([
      { line: 1, username: 'ada@example.com', firstName: 'Ada', lastName: 'King Lovelace', userGroupIds: [] },
      { line: 2, username: 'bob@example.com', firstName: 'Bob', lastName: '', userGroupIds: [] },
    ]);
  });

  it('with columns of strangers takes its own by their names in any order, and says which say nothing to it', () => {
    const text =
      'Department;E-Mail;Last Name;First name;Groups\nHR;ada@example.com;Lovelace;Ada;operators|Night shift\n';
    expect(read(text)).toEqual({
      lines: [{ line: 2, username: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', userGroupIds: [1, 2] }],
      faults: [],
      unused: ['Department'],
    });
  });

  it('with duplicates, whatever their case, and unknown groups names every line that cannot be taken, and takes the others', () => {
    const text = 'username,groups\nada,Operators\nADA,\n,Operators\nbob,Nobody\nchen,Twins\ndora,\n';
    const { lines, faults } = read(text);
    expect(lines.map(({ username }) => username)).toEqual(['ada', 'dora']);
    expect(faults).toEqual([
      { line: 3, message: 'The user name ADA stands in line 2, too.' },
      { line: 4, message: 'The line has no user name.' },
      { line: 5, message: 'There is no user group Nobody.' },
      { line: 6, message: 'More than one user group is called Twins.' },
    ]);
  });

  it('names the lines of the file where a cell has several', () => {
    const { faults } = read('username,first name\nada,"Ada\nKing"\nbob,Bob\nada,\n');
    expect(faults).toEqual([{ line: 5, message: 'The user name ada stands in line 2, too.' }]);
  });

  it('of several columns without their names is refused', () => {
    expect(read('ada,Operators\nbob,Operators').problem).toContain('names them');
  });

  it('of 50,000 lines is refused as a whole, and one as long as may be is taken', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `user${index}@example.com`).join('\n');
    expect(read(many)).toMatchObject({ lines: [], problem: expect.stringContaining('50,000 lines') });
    expect(namesOf(many.split('\n').slice(0, MOST_PEOPLE).join('\n'))).toHaveLength(MOST_PEOPLE);
  });
});
