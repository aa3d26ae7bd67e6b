import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DashboardTime, LIVE, useChartRange, useIsPast, usePastMs } from './dashboard-time.ts';
import { type AssetMomentReading, type AssetMomentSource, WAITING_MOMENT } from './records/asset-moments.ts';
import { useAttributes } from './records/use-attributes.ts';
import { TEST_ASSET_ID, TestDashboard } from './testing/tile-world.tsx';

const NOON = Date.UTC(2026, 10, 20, 12);

describe('the place in time of a dashboard', () => {
  it('tells its listeners of every move, and of none that leads nowhere', () => {
    const time = new DashboardTime();
    const heard: (number | undefined)[] = [];
    time.subscribe(() => heard.push(time.pastMs));
    time.setCursor(LIVE);
    time.setCursor({ kind: 'past', atMs: NOON });
    time.setCursor({ kind: 'past', atMs: NOON });
    time.setCursor(LIVE);
    expect(heard).toEqual([NOON, undefined]);
  });

  it('gives the same object until the cursor or the range has changed', () => {
    const time = new DashboardTime();
    const before = time.read();
    time.setRange(undefined);
    expect(time.read()).toBe(before);
    time.setRange({ kind: 'live', hours: 6 });
    const ranged = time.read();
    expect(ranged.range).toEqual({ kind: 'live', hours: 6 });
    time.setRange({ kind: 'live', hours: 6 });
    expect(time.read()).toBe(ranged);
  });

  it('renders who only asks whether it is past once on the way there, however often the cursor moves', () => {
    const time = new DashboardTime();
    let renders = 0;
    function Probe() {
      renders++;
      return <p>{useIsPast() ? 'past' : 'live'}</p>;
    }
    render(
      <TestDashboard time={time}>
        <Probe />
      </TestDashboard>,
    );
    for (let step = 0; step < 20; step++) act(() => time.setCursor({ kind: 'past', atMs: NOON + step * 200 }));
    expect(screen.getByText('past')).toBeTruthy();
    expect(renders).toBe(2);
  });

  it('gives lists the moment in steps as coarse as they ask for', () => {
    const time = new DashboardTime({ cursor: { kind: 'past', atMs: NOON + 1_234 }, range: undefined });
    function Probe() {
      return <p>{`${usePastMs()} ${usePastMs(1_000)} ${useChartRange()?.kind}`}</p>;
    }
    render(
      <TestDashboard time={time}>
        <Probe />
      </TestDashboard>,
    );
    expect(screen.getByText(`${NOON + 1_234} ${NOON + 1_000} undefined`)).toBeTruthy();
  });
});

describe('the attributes of an asset', () => {
  const at = (reading: AssetMomentReading): AssetMomentSource => ({
    subscribe: () => () => undefined,
    read: (assetId) => (assetId === TEST_ASSET_ID ? reading : WAITING_MOMENT),
  });
  function Site() {
    return <p>{useAttributes().get('SITE') ?? 'none'}</p>;
  }
  const attribute = { assetId: TEST_ASSET_ID, attributeName: 'site', attributeValue: 'Pad 3' } as never;
  const moment = { alarms: [], attributes: [attribute], coordinates: null, connected: true };
  const cases: [string, AssetMomentReading, string][] = [
    ['live', { kind: 'live' }, 'Pad 7'],
    ['in the past', { kind: 'past', moment }, 'Pad 3'],
    ['while the past is asked for', WAITING_MOMENT, 'none'],
  ];
  it.each(cases)('are those of the moment shown: %s', (_name, reading, text) => {
    render(
      <TestDashboard attributes={{ site: 'Pad 7' }} moments={at(reading)}>
        <Site />
      </TestDashboard>,
    );
    expect(screen.getByText(text)).toBeTruthy();
  });
});
