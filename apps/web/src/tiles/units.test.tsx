import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { history, NO_BANDS, PLAIN_DISPLAY, permissionId } from '@telltale/contract';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownUnits } from '#readings/convert-shown.ts';
import { useSessionStore } from '#session/session-store.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { aReading, FixedReadings, FixedSeries, select, TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { barGraphTile } from './bar-graph/tile.ts';
import { cylinderGaugeTile } from './cylinder-gauge/tile.ts';
import { dataItemTableTile } from './data-item-table/tile.ts';
import { fastGraphTile } from './fast-graph/tile.ts';
import { gaugeTile } from './gauge/tile.ts';
import { hourlyHeatMapTile } from './hourly-heat-map/tile.ts';
import { indicatorTile } from './indicator/tile.ts';
import { meanBoxChartTile } from './mean-box-chart/tile.ts';
import { pieChartTile } from './pie-chart/tile.ts';
import { setpointTile } from './setpoint/tile.ts';
import { tableTile } from './table/tile.ts';
import { renderTile } from './testing/render-tile.tsx';
import { textBoxTile } from './text-box/tile.ts';

const inBar = shownUnits([
  { attributeName: 'units.pressure', attributeValue: 'bar' },
  { attributeName: 'units.temperature', attributeValue: '°C' },
]);

const high = { limit: 80, color: '#123456' as const, severity: 5 };
const readings = new FixedReadings({
  5: aReading({
    name: 'Suction',
    label: 'suction',
    unit: 'psi',
    value: 100,
    display: { ...PLAIN_DISPLAY, min: 0, max: 145.0377, decimals: 0, bands: { ...NO_BANDS, high } },
  }),
  6: aReading({ name: 'Heat', label: 'heat', unit: 'degF', value: 212 }),
  7: aReading({ name: 'Turns', label: 'turns', unit: 'rpm', value: 900 }),
});
const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 5, label: 'suction' },
    { dataItemId: 6, label: 'heat' },
    { dataItemId: 7, label: 'turns' },
  ],
};
const show = (tile: TileDefinition, bag: Record<string, unknown>, more = {}) =>
  renderTile(tile, bag, { readings, definition, units: inBar, ...more });

let portal: PortalStub;
beforeEach(() => {
  portal = new PortalStub();
});

describe('a tile, for who reads bar', () => {
  it('as gauge has value, unit, ends and bands of its data item in bar', async () => {
    const { container } = await show(gaugeTile, { dataItem: 5 });
    expect(screen.getByRole('figure', { name: 'Suction: 6.89 bar' })).toBeDefined();
    expect(screen.getByText('10')).toBeDefined();
    expect(container.querySelector('path[data-active="true"]')?.getAttribute('stroke')).toBe('#123456');
  });

  it('as gauge has the ends and decimals that its author gave for psi in bar', async () => {
    await show(gaugeTile, { dataItem: 5, min: 0, max: 290.0755, decimals: 1, bands: 'none' });
    expect(screen.getByRole('figure', { name: 'Suction: 6.895 bar' })).toBeDefined();
    expect(screen.getByText('20')).toBeDefined();
  });

  it.each([
    ['PSI', 'Suction: 6.89 bar'],
    ['psi x 10', 'Suction: 100 psi x 10'],
  ])('as gauge whose author wrote %s shows %s', async (unit, name) => {
    await show(gaugeTile, { dataItem: 5, unit });
    expect(screen.getByRole('figure', { name })).toBeDefined();
  });

  it('as cylinder is as full as for everybody', async () => {
    const { container } = await show(cylinderGaugeTile, { dataItem: 5 });
    expect(screen.getByRole('figure', { name: 'Suction: 6.89 bar' })).toBeDefined();
    const full = (element: HTMLElement) => element.innerHTML.match(/height="[\d.]+"/g);
    const heights = full(container);
    const sent = await show(cylinderGaugeTile, { dataItem: 5 }, { units: undefined as never });
    expect(full(sent.container)).toEqual(heights);
  });

  it('as indicator and as tables has value and unit side by side', async () => {
    await show(indicatorTile, { dataItem: 6 });
    expect(screen.getByText('100.00')).toBeDefined();
    expect(screen.getByText('°C')).toBeDefined();
    const { container } = await show(dataItemTableTile, { showAll: true });
    const rows = within(container)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual(['Suction▲ 6.89 (high)bar', 'Heat100.00°C', 'Turns900.00rpm']);
    const table = await show(tableTile, { option: 'dataItems' });
    expect(within(table.container).getByText('6.89')).toBeDefined();
  });

  it('as bar graph has a scale of its author only where all bars are converted alike', async () => {
    await show(barGraphTile, { plots: [{ dataItem: 5 }], min: 0, max: 290.0755 });
    expect(screen.getByRole('img', { name: /^Suction: 6\.89 bar/ })).toBeDefined();
    expect(screen.getAllByText('20').length).toBeGreaterThan(0);
    const { container } = await show(barGraphTile, { plots: [{ dataItem: 5 }, { dataItem: 7 }], min: 0, max: 77 });
    expect(within(container).queryByText('77')).toBeNull();
  });

  it('as chart has its points, its legend and its table in bar', async () => {
    useSessionStore.setState({ state: 'valid', permissions: new Set([permissionId('HistoricalDataItems', 'View')]) });
    const start = Date.UTC(2026, 10, 20, 12) / 1000;
    const series = new FixedSeries({
      times: [start, start + 1],
      columns: [
        [100, 90],
        [900, 901],
      ],
    });
    const bag = { title: 'Pump', series: [{ dataItem: 5 }, { dataItem: 7 }] };
    await show(fastGraphTile, bag, { series });
    expect((await screen.findAllByText('bar')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('rpm').length).toBeGreaterThan(0);
    expect(await screen.findByText('6.21')).toBeDefined();
  });

  it.each([
    ['heat map', hourlyHeatMapTile, 'Mean of each hour in bar'],
    ['box chart', meanBoxChartTile, 'Hourly means by hour of the day in bar'],
  ])('as %s has the means of hours in bar, each value with its own share of them', async (_name, tile, caption) => {
    useSessionStore.setState({ state: 'valid', permissions: new Set([permissionId('HistoricalDataItems', 'View')]) });
    const quarter = Math.floor(Date.now() / 3_600_000 - 1) * 3_600;
    // Times, counts, sums, minima, maxima of one bucket.
    portal.on(history.getHistory, { body: [[quarter], [2], [200], [90], [110]] });
    const { container } = await show(tile, { dataItem: 5, start: 0, stop: 24 });
    await screen.findByRole('table', { name: caption });
    expect(container.innerHTML).toContain('6.89');
    expect(container.innerHTML).not.toContain('100.00');
  });

  it('as pie has its shares by what is read, and names the unit', async () => {
    await show(pieChartTile, { source: 'dataItems', plots: [{ dataItem: 5 }, { dataItem: 6 }] });
    const row = (await screen.findByRole('rowheader', { name: /Suction \(bar\)/ })).closest('tr');
    expect(row?.textContent).toContain('6.89');
    expect(screen.getByText(/Heat \(°C\)/)).toBeDefined();
  });

  it('lists data items to choose from with their values in bar', async () => {
    const picker = <DataItemPicker value={select(null)} onChange={() => undefined} />;
    render(
      <MantineProvider env="test">
        <TestDashboard definition={definition} readings={readings} units={inBar}>
          {picker}
        </TestDashboard>
      </MantineProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: /Choose/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toContain('Suction6.89bar');
  });

  it('as text of its author has the stored number, beside which the author wrote what it is', async () => {
    await show(textBoxTile, { text: '<p>{{dataItems.suction}} psi</p>' });
    expect((await screen.findByText(/psi$/)).textContent).toMatch(/^100 psi$/);
  });

  it('as setpoint asks for and sends what the device takes, with its unit beside', async () => {
    useSessionStore.setState({ state: 'valid', permissions: new Set([permissionId('Commands', 'Create')]) });
    await show(setpointTile, { dataItem: 5, module: 'pump', command: 'setPressure' });
    const field = await screen.findByRole('textbox', { name: 'Suction' });
    expect(field.getAttribute('placeholder')).toBe('100 psi');
    fireEvent.change(field, { target: { value: '90' } });
    expect(field).toHaveProperty('value', '90 psi');
    expect(screen.queryByText('bar')).toBeNull();
  });
});
