import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { UserUnits, unitChoice } from '@telltale/domain/units/user-units.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { DEFAULT_THEME, shippedPalettes } from '#theme/palette.ts';
import { severityColours, shippedSeverities } from '#theme/severity.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { aReading, FixedReadings, TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { forgetChart, showChart, start } from '../testing/chart.tsx';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const span = (name: string, from: number, to: number | null) => ({
  ...{ assetId: TEST_ASSET_ID, alarmDefinitionId: 1, name, severity: 5 },
  raised: iso(from),
  ended: to === null ? null : iso(to),
});
const threshold = (dataItemId: number, value: number) => ({
  ...{ alarmDefinitionId: 1, dataItemId, name: 'High', severity: 5, operator: '>', value },
});

let portal: PortalStub;

/** What is filled and written on canvases from now on. */
function catchDrawing() {
  const drawn: string[] = [];
  const plain = document.createElement('canvas').getContext('2d') as object;
  let colour = '';
  const caught = new Proxy(plain, {
    get: (target, name) => {
      if (name === 'fillRect') return () => drawn.push(colour);
      if (name === 'fillText') return (text: string) => drawn.push(text);
      return Reflect.get(target, name);
    },
    set: (_target, name, value) => {
      if (name === 'fillStyle') colour = value;
      return true;
    },
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(caught as RenderingContext);
  return drawn;
}

beforeEach(() => {
  portal = new PortalStub();
  portal.on(
    { method: 'GET', path: `/api/ef/assets/${TEST_ASSET_ID}/alarmcourse` },
    {
      body: {
        transitions: [],
        spans: [span('Earlier', start, start + 1), span('Lasting', start, start + 3_600)],
        thresholds: [threshold(1, 2), threshold(9, 2)],
      },
    },
  );
  const permissions = new Set([permissionId('Alarms', 'View')]);
  useSessionStore.setState({ state: 'valid', authId: 'someone', permissions });
});
afterEach(() => {
  forgetChart();
  vi.restoreAllMocks();
});

const past = () => new DashboardTime({ cursor: { kind: 'past', atMs: (start + 60) * 1000 }, range: undefined });

describe('of alarms a chart', () => {
  test('shows when they were open in the colour of their severity, and the threshold of its own data items', async () => {
    const drawn = catchDrawing();
    await showChart({ time: past() });
    const ofSeverity5 = severityColours(shippedSeverities, shippedPalettes[DEFAULT_THEME]).find(
      ({ severity }) => severity === 5,
    );
    await waitFor(() => expect(drawn).toEqual(expect.arrayContaining(['High > 2', ofSeverity5?.fill])));
  });

  test('says in the past what was open then, to who cannot see it too', async () => {
    await showChart({ time: past() });
    const plot = await screen.findByRole('img', { name: /Thresholds: High > 2\. Open alarms: Lasting\./ });
    expect(plot.getAttribute('aria-label')).not.toContain('Earlier');
  });

  test('names its threshold in the unit of who reads, as the values beside it', async () => {
    const metric = new UserUnits(unitChoice([{ attributeName: 'units', attributeValue: 'metric' }]));
    const conversion = metric.conversionOf('psi');
    const readings = new FixedReadings({
      1: { ...aReading({ name: 'Suction', unit: 'kPa' }), ...(conversion ? { conversion } : {}) },
    });
    await showChart({ time: past(), readings });
    await screen.findByRole('img', { name: /Thresholds: High > 13\.79 kPa\./ });
  });

  test('asks for nothing without the right to see alarms', async () => {
    useSessionStore.setState({ permissions: new Set([permissionId('Assets', 'View')]) });
    await showChart({ time: past() });
    expect(portal.requests.filter(({ url }) => url.pathname.endsWith('alarmcourse'))).toEqual([]);
    expect(screen.getByRole('img', { name: /^Pump: / }).getAttribute('aria-label')).not.toContain('Thresholds');
  });
});
