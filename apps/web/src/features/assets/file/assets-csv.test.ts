import { describe, expect, it } from 'vitest';
import { anAsset } from '#testing/portal-stub.ts';
import { assetRow } from '../list/asset-list.ts';
import { listCsv } from './list-csv.ts';
import { readAssetsCsv } from './read-assets-csv.ts';

const HEAD = 'Serial number,Definition,Alias,Latitude,Longitude,Attribute Station';

describe('a file of assets', () => {
  it.each([
    ['a mark of its encoding', `\uFEFF${HEAD}\r\nP-1,Pump,North,31.5,-102,East\r\n`],
    ['semicolons and decimal commas', `${HEAD.replaceAll(',', ';')}\nP-1;Pump;North;31,5;-102;East`],
    ['tabs and quotes', `${HEAD.replaceAll(',', '\t')}\n"P-1"\tPump\t"North"\t31.5\t-102\tEast\n\n`],
    ['headers in capitals', `${HEAD.toUpperCase()}\nP-1,Pump,North,31.5,-102,East`],
  ])('is read with %s', (_what, text) => {
    const { lines, faults } = readAssetsCsv(text);
    expect(faults).toEqual([]);
    expect(lines).toMatchObject([
      { line: 2, serialNumber: 'P-1', assetDefinition: 'Pump', assetAlias: 'North', latitude: 31.5, longitude: -102 },
    ]);
    expect(lines?.[0]?.attributes[0]?.attributeValue).toBe('East');
  });

  it('says nothing of what its empty cells are about', () => {
    expect(readAssetsCsv(`${HEAD}\nP-1,,,,,\n`).lines).toEqual([{ line: 2, serialNumber: 'P-1', attributes: [] }]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['Alias\nNorth', 'The first line has to name the column Serial number.'],
    [`${HEAD},alias\nP-1`, 'The first line names the column alias twice.'],
    [HEAD, 'The file has a first line and no assets.'],
    [`${HEAD}\nP-1,"Pump`, 'Line 2: a quote is not closed, or stands within a cell.'],
    [`${HEAD}\nP-1,P\uFFFDmp`, 'The file is not UTF-8. Save it as "CSV UTF-8".'],
    [`${HEAD}\n${'P,,,,,\n'.repeat(10_001)}`, 'The file has 10,001 assets; at most 10,000 can be taken at once.'],
    [`${'x,'.repeat(999_999)}x\nP-1`, 'The first line names 1,000,000 columns; at most 5,000 can be read.'],
    [`${HEAD}\nP-1\n${'x,'.repeat(999_999)}x`, 'Line 3 has 1,000,000 cells; at most 5,000 can be read.'],
    [`${HEAD}\n${`${','.repeat(999)}\n`.repeat(5_001)}`, 'There are more than 5,000,000 cells.'],
  ])('that is none says why', (text, problem) => expect(readAssetsCsv(text)).toEqual({ problem }));

  it('that comes to more than can be sent at once says where to divide it', () => {
    const names = Array.from({ length: 400 }, (_, n) => `,Attribute ${'of the pump '.repeat(10)}${n}`).join('');
    const head = `Serial number${names}\n`;
    const line = `P${',1'.repeat(400)}\n`;
    const problem = readAssetsCsv(head + line.repeat(2_000)).problem ?? '';
    expect(problem).toMatch(
      /^Assets of at most 64 MB with all that their lines say can be taken at once\. Divide the file before line [\d,]+\.$/,
    );
    const before = Number(problem.match(/line ([\d,]+)/)?.[1]?.replace(',', ''));
    const { lines } = readAssetsCsv(head + line.repeat(before - 2));
    expect(lines).toHaveLength(before - 2);
    const size = (count: number) => JSON.stringify({ lines: lines?.slice(0, count), preview: false }).length;
    expect(size(before - 2)).toBeLessThanOrEqual(64_000_000);
    expect(size(before - 2) + size(1)).toBeGreaterThan(63_990_000);
  });

  it('names the lines whose texts are longer than any that is taken', () => {
    const long = 'x'.repeat(100_001);
    const value = 'x'.repeat(1_000_001);
    const text = `Serial number,Alias,Description,Definition,Attribute Note,Latitude,Longitude\n${[
      long,
      `P-1,${long}`,
      `P-2,,${long}`,
      `P-3,,,${long}`,
      `P-4,,,,${value}`,
      `P-5,,,,,${'9'.repeat(400)},1`,
      'P-6',
    ].join('\n')}`;
    const { lines, faults } = readAssetsCsv(text);
    expect(lines?.map(({ serialNumber }) => serialNumber)).toEqual(['P-6']);
    expect(faults).toEqual([
      { line: 2, message: 'The serial number is too long.' },
      { line: 3, message: 'The alias is too long.' },
      { line: 4, message: 'The description is too long.' },
      { line: 5, message: 'The definition is too long.' },
      { line: 6, message: 'The attribute Note is too long.' },
      { line: 7, message: 'The latitude is too long.' },
    ]);
  });

  it('may name more attributes than one asset may have, and each line as many as that', () => {
    const names = Array.from({ length: 1_001 }, (_, n) => `,Attribute ${n}`).join('');
    const text = `Serial number${names}\nP-1${',x'.repeat(1_000)},\nP-2${',x'.repeat(1_001)}`;
    const { lines, faults } = readAssetsCsv(text);
    expect(lines?.map(({ attributes }) => attributes.length)).toEqual([1_000]);
    expect(faults).toEqual([{ line: 3, message: 'There are 1,001 attributes; an asset has at most 1,000.' }]);
  });

  it('names each line that cannot be sent', () => {
    const text = `${HEAD}\nP-1,,,north,1,\nP-2,,,1,1e5,\nP-3,Pump,,1,1,\nP-4,,,,,,extra,extra\nP-5,,,Infinity,NaN,`;
    const { lines, faults } = readAssetsCsv(text);
    expect(lines?.map(({ serialNumber }) => serialNumber)).toEqual(['P-3']);
    expect(faults).toEqual([
      { line: 2, message: 'The latitude north is no number.' },
      { line: 3, message: 'The longitude 1e5 is no number.' },
      { line: 5, message: 'There are 8 cells, and the first line names 6.' },
      { line: 6, message: 'The latitude Infinity is no number.' },
    ]);
  });

  it('counts the lines of the file, those within a cell too', () => {
    const text = `${HEAD}\r\nP-1,,"North\r\nof the road",1,1,\r\n\r\nP-2,,,north,1,\r\n`;
    const { lines, faults } = readAssetsCsv(text);
    expect(lines?.map(({ line }) => line)).toEqual([2]);
    expect(faults).toEqual([{ line: 5, message: 'The latitude north is no number.' }]);
  });

  it('passes over columns that mean nothing here, and tells them', () => {
    expect(readAssetsCsv('State,Serial number,Open alarms\nx,P-1,3').ignored).toEqual(['State', 'Open alarms']);
  });

  it('may have attributes of any name', () => {
    const { lines } = readAssetsCsv('Serial number,Attribute __proto__,Attribute constructor\nP-1,polluted,x');
    expect(lines?.[0]?.attributes).toEqual([
      { attributeName: '__proto__', attributeValue: 'polluted' },
      { attributeName: 'constructor', attributeValue: 'x' },
    ]);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('the list as a file', () => {
  const hostile = [
    '=1+1',
    '+cmd',
    '-2-3',
    '@SUM(A1)',
    '"quoted", with comma',
    '  =HYPERLINK("x")',
    'two\nlines',
    '-5',
    "it's",
    "'=1+1",
    "''=1+1",
    "'plain",
  ];

  it('defuses formulas, and is read back as it was', () => {
    const rows = hostile.map((text, index) => {
      const asset = anAsset({ serialNumber: `P-${index}`, alias: text.trim() });
      const attributes = [{ assetId: asset.assetId, attributeName: '__proto__', attributeValue: text.trim() }];
      return assetRow({
        ...asset,
        attributes,
        currentCoordinates: { latitude: -1.5, longitude: 2, set: '2026-01-01T00:00:00Z' },
      } as never);
    });
    const csv = listCsv(rows);
    expect(csv.startsWith('\uFEFFSerial number,Alias,Definition,')).toBe(true);
    expect(csv).toContain("'=1+1");
    expect(csv).not.toMatch(/[,\n]=1\+1/);
    const { lines, faults } = readAssetsCsv(csv);
    expect(faults).toEqual([]);
    expect(lines?.map(({ assetAlias }) => assetAlias)).toEqual(hostile.map((text) => text.trim()));
    expect(lines?.map(({ attributes }) => attributes[0]?.attributeValue)).toEqual(hostile.map((text) => text.trim()));
    expect(lines?.[0]).toMatchObject({ latitude: -1.5, longitude: 2 });
  });

  it('is taken back however many attributes its assets have together', () => {
    const rows = [0, 1, 2].map((which) => {
      const asset = anAsset({ serialNumber: `P-${which}` });
      const attributes = Array.from({ length: 600 }, (_, n) => ({
        assetId: asset.assetId,
        attributeName: `setting ${which}.${n}`,
        attributeValue: String(n),
      }));
      return assetRow({ ...asset, attributes });
    });
    const { lines, faults, problem } = readAssetsCsv(listCsv(rows));
    expect([problem, faults]).toEqual([undefined, []]);
    expect(lines?.map(({ attributes }) => attributes.length)).toEqual([600, 600, 600]);
    expect(lines?.[2]?.attributes[599]).toEqual({ attributeName: 'setting 2.599', attributeValue: '599' });
  });

  it('leaves out pictures, patient information and what the portal keeps itself', () => {
    const asset = anAsset();
    const names = ['thumbnail', 'Marker', 'lastcontact', 'PatientInfo', 'Station'];
    const attributes = names.map((attributeName) => ({ assetId: asset.assetId, attributeName, attributeValue: 'x' }));
    const [head = ''] = listCsv([assetRow({ ...asset, attributes })]).split('\r\n');
    expect(head.split(',').filter((name) => name.startsWith('Attribute'))).toEqual(['Attribute Station']);
  });
});
