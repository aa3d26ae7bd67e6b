import { describe, expect, test } from 'vitest';
import { type ProjectionFile, readProjectionFile } from './projection-csv.ts';
import { projectionTemplate } from './projection-template.ts';
import { thinPairs } from './thin-pairs.ts';

const HEAD = 'Depth (ft),Torque (ft-lbs)';

function read(text: string) {
  const file: ProjectionFile = readProjectionFile(text);
  if (file.problems) throw new Error(file.problems.join(' '));
  return { ...file, pairs: file.series[0]?.pairs };
}
const problemsOf = (text: string) => readProjectionFile(text).problems;

describe('a projection', () => {
  test.each([
    ['commas', `${HEAD}\n90,1200\n180,1210.5\n`],
    ['a byte order mark and Windows lines', `\uFEFF${HEAD}\r\n90,1200\r\n180,1210.5\r\n`],
    ['semicolons', 'Depth (ft);Torque (ft-lbs)\n90;1200\n180;1210.5'],
    ['semicolons and decimal commas', 'Depth (ft);Torque (ft-lbs)\n90;1200\n180;1210,5'],
    ['decimal commas and points between thousands', 'Depth (ft);Torque (ft-lbs)\n90,0;1.200,0\n180,0;1.210,5'],
    ['tabs', 'Depth (ft)\tTorque (ft-lbs)\n90\t1,200\n180\t1210.5'],
    ['quotes, blanks and thousands', 'Depth (ft),"Torque (ft-lbs)"\n 90 ,"1,200"\n180, 1210.5'],
    ['empty lines and empty columns at the end', `\n${HEAD},,\n\n90,1200,,\n,,\n180,1210.5,,\n\n`],
    ['exponents', `${HEAD}\n9e1,1.2E3\n180,1210.5`],
  ])('with %s is read', (_what, text) => {
    const { series, rows, notes } = read(text);
    expect(series).toEqual([
      {
        label: 'Torque (ft-lbs)',
        pairs: [
          [90, 1200],
          [180, 1210.5],
        ],
      },
    ]);
    expect({ rows, notes }).toEqual({ rows: 2, notes: [] });
  });

  test.each([
    ['', 'The file is empty.'],
    [' \n\n', 'The file is empty.'],
    ['Depth\n90', 'Line 1 has to name a column of depths and one of values at least.'],
    ['90,1200\n180,1210', 'Line 1 has to name the columns; it holds numbers.'],
    [HEAD, 'There is no line with a depth below the first one.'],
    ['Depth,,Torque\n90,1,2', 'Line 1: column 2 has no name.'],
    ['Depth,Torque,torque\n90,1,2', 'Line 1 names the column torque twice.'],
    [`${HEAD}\n90,\n180,`, 'No line has a value beside its depth.'],
    [`${HEAD}\n90,abc\n180,1210`, "Line 2: 'abc' is no number (Torque (ft-lbs))."],
    [`Depth,"Torque\n(ft-lbs)",Note\n90,1200,\nbottom,1210,`, "Line 4: 'bottom' is no depth."],
    [`${HEAD}\n90,1200\nbottom,1210`, "Line 3: 'bottom' is no depth."],
    [`${HEAD}\n-90,1200`, "Line 2: '-90' is no depth."],
    [`${HEAD}\n,1200`, 'Line 2: an empty field is no depth.'],
    [`${HEAD}\n90,1200 lbs`, "Line 2: '1200 lbs' is no number (Torque (ft-lbs))."],
    [`${HEAD}\n90,NaN`, "Line 2: 'NaN' is no number (Torque (ft-lbs))."],
    [`${HEAD}\n90,1e999`, "Line 2: '1e999' is no number (Torque (ft-lbs))."],
    [`${HEAD}\n90,1,2`, 'Line 2 has more fields than the first line.'],
    [`${HEAD}\n"90,1200`, 'Line 2: a quote is not closed.'],
    [`Depth,${'x'.repeat(201)}\n90,1`, 'Line 1: a name has at most 200 characters.'],
    [`${Array.from({ length: 22 }, (_, i) => `c${i}`)}\n1`, 'There are more than 20 columns of values.'],
  ])('%j is refused by its line', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test('tells the first ten lines that are wrong, and how many there are', () => {
    const file = readProjectionFile(`${HEAD}\n${'90,x\n'.repeat(5_000)}`);
    expect(file.problems).toHaveLength(10);
    expect(file).toMatchObject({ count: 5_000 });
  });

  test('whose depths go up is put in order, with both of a depth that comes twice', () => {
    const { pairs, notes } = read(`${HEAD}\n90,1\n270,3\n180,2\n90,4`);
    expect(pairs).toEqual([
      [90, 1],
      [90, 4],
      [180, 2],
      [270, 3],
    ]);
    expect(notes).toEqual(['From line 4 on depths go up: the lines are put in the order of their depths.']);
  });

  test('leaves out what a column does not say, and a column that says nothing', () => {
    const { series } = read('Depth,Slack off,Pick up\n90,,\n180,5,');
    expect(series).toEqual([{ label: 'Slack off', pairs: [[180, 5]] }]);
  });

  test('of 100,000 lines keeps 1,000 with every excursion, the first and the last depth', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `${index},${index === 54_321 ? 9_999 : index % 7}`);
    const { pairs = [], rows, notes } = read(`${HEAD}\n${lines.join('\n')}`);
    expect(rows).toBe(100_000);
    expect(pairs.length).toBeLessThanOrEqual(1_000);
    expect([pairs[0]?.[0], pairs.at(-1)?.[0]]).toEqual([0, 99_999]);
    expect(pairs).toContainEqual([54_321, 9_999]);
    expect(notes).toEqual(['Of 100,000 lines 1,000 are kept, with the lowest and the highest value of each stretch.']);
    expect(JSON.stringify(pairs).length).toBeLessThan(20_000);
  });

  test('few pairs stay as they are', () => {
    expect(thinPairs([[1, 2]], 10)).toEqual([[1, 2]]);
    expect(thinPairs([], 10)).toEqual([]);
  });
});

test('the template has a row every 90 ft to 19800, and one at 19880', () => {
  const [head, ...rows] = projectionTemplate().trim().split('\r\n');
  expect(head).toBe('Depth (ft),Hookload - Slack Off (lbs),Hookload - Pick Up (lbs),Surface Torque (ft-lbs)');
  expect(rows).toHaveLength(221);
  expect([rows[0], rows[1], rows.at(-2), rows.at(-1)]).toEqual(['90,,,', '180,,,', '19800,,,', '19880,,,']);
  const filled = projectionTemplate().replaceAll(/(\d),,,/g, '$1,1,2,3');
  expect(read(filled).series.map(({ label, pairs }) => [label, pairs.length])).toEqual([
    ['Hookload - Slack Off (lbs)', 221],
    ['Hookload - Pick Up (lbs)', 221],
    ['Surface Torque (ft-lbs)', 221],
  ]);
});
