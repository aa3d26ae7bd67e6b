import { describe, expect, it, test } from 'vitest';
import { faultOfTimes, readAttributes, readLinks, writeAttributes } from './system-attributes.ts';

const attribute = (attributeName: string, attributeValue: string) => ({ attributeName, attributeValue });
const START = '2026-01-01T00:00:00.000Z';

describe('the well-known attributes of a system', () => {
  it('are read by name, whatever its case', () => {
    const read = readAttributes([
      attribute('JOB START TIME', START),
      attribute('aliasmap', '{"7":"North pressure","x":"no id","8":5}'),
      attribute('extraLinks', '["/assets",{"link":"https://example.org","label":"Help"},{"label":"none"},3]'),
    ]);
    expect(read).toEqual({
      jobStart: START,
      jobEnd: null,
      aliases: [{ dataItemId: 7, label: 'North pressure' }],
      links: [
        { link: '/assets', label: '/assets' },
        { link: 'https://example.org', label: 'Help' },
      ],
    });
  });

  test.each(['', 'nonsense', '{}', 'null', '7'])('links are none in %j', (text) => expect(readLinks(text)).toEqual([]));

  it('are written beside all others; what the form left alone stays exactly as it was', () => {
    const old = [attribute('Site', 'North'), attribute('aliasMap', 'not even JSON'), attribute('Job end time', START)];
    const form = readAttributes(old);
    expect(writeAttributes(old, form)).toEqual(old);
    const changed = {
      ...form,
      jobEnd: null,
      aliases: [
        { dataItemId: 7, label: ' P ' },
        { dataItemId: null, label: 'x' },
      ],
    };
    expect(writeAttributes(old, changed)).toEqual([attribute('Site', 'North'), attribute('aliasMap', '{"7":"P"}')]);
    const links = [
      { link: ' /assets ', label: '' },
      { link: '', label: 'nowhere' },
    ];
    expect(writeAttributes([], { ...readAttributes([]), links })).toEqual([
      attribute('extraLinks', '[{"link":"/assets","label":"/assets"}]'),
    ]);
  });

  it('say when a job ends before it starts', () => {
    const form = readAttributes([]);
    expect(faultOfTimes({ ...form, jobStart: START, jobEnd: '2025-12-31T23:00:00Z' })).toBe(
      'The job ends before it starts.',
    );
    expect(faultOfTimes({ ...form, jobStart: START, jobEnd: START })).toBeUndefined();
    expect(faultOfTimes({ ...form, jobEnd: START })).toBeUndefined();
  });
});
