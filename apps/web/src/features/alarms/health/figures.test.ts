import type { alarmHealth } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { figuresOf, numberText, shareText, whoseText } from './figures.ts';
import { readHealthAddress, timesOf, writeHealthAddress } from './health-address.ts';

const quiet: alarmHealth.AlarmFigures = {
  alarms: 0,
  perTenMinutes: 0,
  peak: null,
  floods: 0,
  floodShare: 0,
  chatteringShare: null,
  topTenShare: null,
  standingAverage: 0,
  standing: 0,
  stale: 0,
  actedShare: null,
  priorities: [],
};

describe('the figures', () => {
  it('judge nothing where nothing was raised', () => {
    const found = figuresOf(quiet, 1, 7);
    expect(found.map(({ value }) => value)).toEqual(['0', '–', '0 %', '–', '–', '0, now 0', '0', '–']);
    expect(found.filter(({ isWithin }) => isWithin === false)).toEqual([]);
  });

  it('hold what is beyond its target apart from what is not', () => {
    const loud = {
      ...quiet,
      alarms: 900,
      perTenMinutes: 2.4,
      peak: { alarms: 10, at: '2026-01-01T00:00:00Z' },
      floods: 1,
      floodShare: 0.0042,
      chatteringShare: 0.31,
      stale: 36,
    };
    const found = new Map(figuresOf(loud, 2, 7).map((one) => [one.label, one]));
    expect(found.get('Alarms in 10 minutes for each operator')).toMatchObject({ value: '2.4', isWithin: false });
    expect(found.get('Fullest 10 minutes for each operator')?.isWithin).toBe(true);
    expect(found.get('Time in flood')).toMatchObject({ value: '0.42 %, once', isWithin: true });
    expect(found.get('Chattering')).toMatchObject({ value: '31 %', isWithin: false });
    expect(found.get('Stale')?.isWithin).toBe(false);
  });

  it('judge the share of the ten most frequent only where there are more than ten', () => {
    const judged = (topTenShare: number) =>
      figuresOf({ ...quiet, alarms: 400, topTenShare }, 1, 7).find(({ label }) => label.includes('ten most'))?.isWithin;
    expect([judged(1), judged(0.99), judged(0.04)]).toEqual([undefined, false, true]);
  });

  it('are written as people read them', () => {
    expect([0, 0.04, 3.16, 99.6, 1234.5].map(numberText)).toEqual(['0', '0.04', '3.2', '100', '1,235']);
    expect([0, 0.001, 0.5, 1].map(shareText)).toEqual(['0 %', '0.10 %', '50 %', '100 %']);
  });
});

it('the address says what is shown, and nonsense in it nothing', () => {
  const address = { span: '30d', operators: 3, assetDefinitionId: 4, kind: 'stale', alarmDefinitionId: 9 } as const;
  const written = Object.entries(writeHealthAddress(address)).map(([key, value]) => [key, value ?? '']);
  expect(readHealthAddress(new URLSearchParams(written))).toEqual(address);
  const nonsense = new URLSearchParams('span=3y&operators=-2&definition=x&kind=odd&alarm=1e9999');
  expect(writeHealthAddress(readHealthAddress(nonsense))).toEqual(
    writeHealthAddress(readHealthAddress(new URLSearchParams())),
  );
  expect(timesOf('1d', Date.parse('2026-01-02T00:00:01Z'))).toEqual({
    from: '2026-01-01T00:01:00.000Z',
    to: '2026-01-02T00:01:00.000Z',
  });
});

describe('whose an alarm is', () => {
  const of = (assets: number) =>
    ({
      assetDefinitionName: 'Tank Battery',
      assets,
      worst: [{ assetId: 1, assetName: 'Okarche 5', alarms: 3 }],
    }) as unknown as alarmHealth.AlarmHealth;

  it('is said by its definition, for several may have an alarm of one name', () => {
    expect(whoseText(of(4))).toBe('Tank Battery');
  });

  it('names the asset where it is one alone', () => {
    expect(whoseText(of(1))).toBe('Tank Battery · Okarche 5');
  });
});
