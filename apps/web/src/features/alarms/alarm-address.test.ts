import { expect, it } from 'vitest';
import { countNarrowed, readAddress, writeAddress } from './alarm-address.ts';

const read = (text: string) => readAddress(new URLSearchParams(text));

function written(text: string): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(writeAddress(read(text)))) if (value) params.set(name, value);
  return decodeURIComponent(params.toString());
}

it.each([
  '',
  'text=pump&view=past',
  'from=2026-11-20T12:00:00.000Z&severity=5&severityTo=9.5&asset=7&definition=2&group=3&alarm=4&state=1,3&active=true&by=ann',
  'sort=raised&dir=desc&hide=cause,count',
  'floods=off&opened=1763820120000,1763820130000',
])('is the same once read and written: %s', (text) => {
  expect([...new URLSearchParams(written(text))].sort()).toEqual([...new URLSearchParams(text)].sort());
});

it.each([
  'view=all',
  'asset=-1',
  'asset=1.5',
  'severity=high',
  'state=4',
  'from=yesterday',
  'active=yes',
  'sort=x',
  'dir=up',
  'floods=yes',
  'opened=x,-1,1.5',
])('what cannot be read is as if it were not there: %s', (text) => {
  expect(written(text)).toBe('');
});

it('counts what narrows beside the text', () => {
  expect(countNarrowed(read('text=a&asset=7&state=1').filter)).toBe(2);
});
