import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { aReading, FixedReadings, FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { editorChartTile } from './tile.ts';

const start = Date.UTC(2026, 10, 20, 12) / 1000;
const dashboard = {
  readings: new FixedReadings({ 1: aReading({ name: 'Motor current' }) }),
  series: new FixedSeries({ times: [start, start + 1], columns: [[1, 2]] }),
};
const bag = { title: 'Points', series: [{ dataItem: 1 }] };
const pencil = () => screen.getByRole('button', { name: 'Edit points' });
const allow = () => useSessionStore.setState({ permissions: new Set([permissionId('HistoricalDataItems', 'Modify')]) });

afterEach(() => useSessionStore.setState({ permissions: new Set() }));

describe('editing points', () => {
  test('is refused without the permission', async () => {
    await renderTile(editorChartTile, bag, dashboard);
    expect(pencil().getAttribute('aria-disabled')).toBe('true');
    await act(async () => pencil().click());
    expect(screen.queryByRole('form', { name: 'Edit points' })).toBeNull();
  });

  test('is refused in the past', async () => {
    allow();
    const time = new DashboardTime({ cursor: { kind: 'past', atMs: start * 1000 }, range: undefined });
    await renderTile(editorChartTile, bag, { ...dashboard, time });
    expect(pencil().getAttribute('aria-disabled')).toBe('true');
  });

  test('is refused while the dashboard itself is edited', async () => {
    allow();
    await renderTile(editorChartTile, bag, { ...dashboard, actions: { isViewOnly: false } });
    expect(pencil().getAttribute('aria-disabled')).toBe('true');
  });

  test('asks for a span first, and has nothing to apply without one', async () => {
    allow();
    await renderTile(editorChartTile, bag, dashboard);
    await act(async () => pencil().click());
    expect(screen.getByRole('form', { name: 'Edit points' })).toBeDefined();
    expect(screen.getByText('Drag over the chart to choose a span.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
    await act(async () => screen.getByRole('button', { name: 'Close' }).click());
    expect(screen.queryByRole('form', { name: 'Edit points' })).toBeNull();
  });
});
