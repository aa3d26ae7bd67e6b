import { MantineProvider } from '@mantine/core';
import type { Tile } from '@telltale/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ReadingSource } from '#readings/readings.ts';
import { defineTile, type TileViewProps } from './define-tile.ts';
import { TileFrame } from './frame/TileFrame.tsx';
import { useReading, useReadings } from './readings/use-reading.ts';
import { useSeriesFeed } from './readings/use-series-feed.ts';
import { useAttributes } from './records/use-attributes.ts';
import { stubObservers, TEST_TILE_SIZE } from './testing/observers.ts';
import { aReading, FixedReadings, FixedSeries, select, TestDashboard } from './testing/tile-world.tsx';
import { namedActions } from './tile-actions.tsx';
import { readTileSettings, writeTileSettings } from './tile-settings.ts';

const settings = z.object({ word: z.string().default('hello'), crashes: z.boolean().default(false) });
let mounts = 0;

function View({ settings: { word, crashes }, size }: TileViewProps<z.infer<typeof settings>>) {
  if (crashes) throw new Error('broken');
  return (
    <p
      ref={(element) => {
        if (element !== null) mounts++;
      }}
    >
      {word} {size.width}x{size.height}
    </p>
  );
}

const definition = defineTile({
  type: 'Word',
  aliases: [],
  label: 'Word',
  group: 'Misc',
  icon: () => null,
  defaultSize: { w: 20, h: 20 },
  settings,
  migrate: ({ oldWord, ...bag }) => ({ ...bag, ...(oldWord === undefined ? {} : { word: oldWord }) }),
  loadView: async () => View,
  loadEditor: async () => () => null,
});

function aTile(bag: Record<string, unknown> = {}): Tile {
  return {
    id: 't1',
    properties: { ...bag, type: { name: 'Word', value: 'Word' } },
    dataGrid: { x: 0, y: 0, w: 20, h: 20 },
  };
}

const noCommands = {
  edit: vi.fn(),
  clone: vi.fn(),
  otherTabs: vi.fn(() => [{ tabId: 'b', name: 'Details' }]),
  moveToTab: vi.fn(),
  delete: vi.fn(),
  move: vi.fn(),
  resize: vi.fn(),
  select: vi.fn(),
};

function frame(tile: Tile, commands?: typeof noCommands) {
  return (
    <MantineProvider env="test">
      <TileFrame tile={tile} definition={definition} columns={24} rows={18} commands={commands} />
    </MantineProvider>
  );
}

beforeEach(() => {
  mounts = 0;
  vi.clearAllMocks();
});

describe('readings', () => {
  function Names() {
    const one = useReading(select(5));
    const all = useReadings([select(5), select(6), select(null)]);
    names(one, all);
    return null;
  }
  const names = vi.fn();

  test('tell unchosen, missing and present apart', () => {
    const readings = new FixedReadings({ 5: aReading({ value: 1 }) });
    render(
      <TestDashboard readings={readings}>
        <Names />
      </TestDashboard>,
    );
    const [one, all] = names.mock.lastCall ?? [];
    expect(one).toMatchObject({ state: 'ok', value: 1 });
    expect(all.map(({ state }: { state: string }) => state)).toEqual(['ok', 'missing', 'unchosen']);
  });

  test('draw again when a value changes, and not when nothing did', () => {
    const readings = new FixedReadings({ 5: aReading({ value: 1 }) });
    render(
      <TestDashboard readings={readings}>
        <Names />
      </TestDashboard>,
    );
    names.mockClear();
    act(() => readings.set(99, aReading()));
    expect(names).not.toHaveBeenCalled();
    act(() => readings.set(5, aReading({ value: 2 })));
    expect(names).toHaveBeenCalledTimes(1);
    expect(names.mock.lastCall?.[1][0].value).toBe(2);
  });

  test('a selection through slots that are not there is missing', () => {
    const source: ReadingSource = { subscribe: () => () => undefined, read: () => aReading() };
    function Slot() {
      names(useReading({ slotPath: [3], dataItem: 5 }));
      return null;
    }
    render(
      <TestDashboard readings={source}>
        <Slot />
      </TestDashboard>,
    );
    expect(names.mock.lastCall?.[0].state).toBe('missing');
  });
});

test('a chart keeps its feed while its request means the same', () => {
  const feeds = new Set();
  function Chart({ hours }: { hours: number }) {
    feeds.add(
      useSeriesFeed({ selections: [select(5)], window: { kind: 'live', hours }, threshold: 600, refreshSeconds: 5 }),
    );
    return null;
  }
  const dashboard = (hours: number) => (
    <TestDashboard series={series}>
      <Chart hours={hours} />
    </TestDashboard>
  );
  const series = new FixedSeries();
  const { rerender } = render(dashboard(1));
  rerender(dashboard(1));
  expect(feeds.size).toBe(1);
  rerender(dashboard(2));
  expect(feeds.size).toBe(2);
});

test('attributes are found without regard to case', () => {
  const found: (string | undefined)[] = [];
  function Reader() {
    const attributes = useAttributes();
    found.push(attributes.get('STATION'), attributes.get('constructor'));
    return null;
  }
  render(
    <TestDashboard attributes={{ Station: 'North' }}>
      <Reader />
    </TestDashboard>,
  );
  expect(found).toEqual(['North', undefined]);
});

describe('actions by name', () => {
  const run = vi.fn();
  const actions = namedActions(new Map([['SHOW_NAV', run]]));

  test.each(['constructor', '__proto__', 'toString', 'DELETE_ALL', ''])('%j does nothing (E16)', (name) => {
    expect(actions.can(name)).toBe(false);
    expect(actions.run(name)).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  test('a known one runs', () => {
    expect(actions.run('SHOW_NAV')).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('settings', () => {
  test('are migrated, then validated with their defaults', () => {
    expect(readTileSettings(definition, aTile({ oldWord: 'old' }).properties)).toEqual({
      isValid: true,
      settings: { word: 'old', crashes: false },
      faults: [],
    });
  });

  test('written back keep what the tile does not know, and its type', () => {
    const { properties } = aTile({ future: { deep: 1 }, word: 'a' });
    expect(writeTileSettings(properties, { word: 'b', type: 'evil' })).toEqual({ ...properties, word: 'b' });
  });
});

describe('the frame', () => {
  test('draws the view with its inner size once it comes into sight, and not before', async () => {
    const show = stubObservers(false);
    render(frame(aTile()));
    await act(async () => undefined);
    expect(screen.queryByText(/hello/)).toBeNull();
    await act(async () => show());
    expect(await screen.findByText(`hello ${TEST_TILE_SIZE.width}x${TEST_TILE_SIZE.height}`)).toBeTruthy();
  });

  test('fills the window and comes back, by the button and by Esc', async () => {
    stubObservers();
    render(frame(aTile()));
    const section = screen.getByRole('group', { name: 'Word' });
    fireEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(section.dataset.fullScreen).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Leave full screen' }));
    expect(section.dataset.fullScreen).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(section.dataset.fullScreen).toBeUndefined();
  });

  test('hides what does not fit unless told to scroll', () => {
    stubObservers();
    const { container, rerender } = render(frame(aTile()));
    expect(container.querySelector('[data-overflow="hidden"]')).toBeTruthy();
    rerender(frame(aTile({ overflow: 'scroll' })));
    expect(container.querySelector('[data-overflow="scroll"]')).toBeTruthy();
  });

  test('in edit mode shows the size, Edit, and a menu with Delete, Clone and Edit, and the way to other tabs', async () => {
    stubObservers();
    render(frame(aTile(), noCommands));
    expect(await screen.findByText('24 × 18')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(noCommands.edit).toHaveBeenCalledWith('t1');
    fireEvent.click(screen.getByRole('button', { name: 'Tile menu' }));
    const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
    expect(entries).toEqual(['Delete', 'Clone', 'Edit', 'Move to tab']);
    fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Move to tab' }), { key: 'ArrowRight' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Details' }));
    expect(noCommands.moveToTab).toHaveBeenCalledWith('t1', 'b');
    fireEvent.click(screen.getByRole('button', { name: 'Tile menu' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Clone' }));
    expect(noCommands.clone).toHaveBeenCalledWith('t1');
  });

  test('in edit mode arrow keys on the grip move it, and with Shift resize it', async () => {
    stubObservers();
    render(frame(aTile(), noCommands));
    const grip = await screen.findByRole('button', { name: /^Move Word/ });
    fireEvent.keyDown(grip, { key: 'ArrowRight' });
    fireEvent.keyDown(grip, { key: 'ArrowUp', shiftKey: true });
    fireEvent.keyDown(grip, { key: 'a' });
    expect(noCommands.move.mock.calls).toEqual([['t1', 1, 0, false]]);
    expect(noCommands.resize.mock.calls).toEqual([['t1', 0, -1, false]]);
  });

  test('a tile that crashes says so, and can be tried again', async () => {
    stubObservers();
    const silent = vi.spyOn(console, 'error').mockReturnValue();
    const { rerender } = render(frame(aTile({ crashes: true })));
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
    rerender(frame(aTile({ crashes: false })));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/hello/)).toBeTruthy();
    silent.mockRestore();
  });

  test('is mounted anew when settingsGuid changes, and only then', async () => {
    stubObservers();
    const { rerender } = render(frame(aTile({ settingsGuid: 'one' })));
    await screen.findByText(/hello/);
    const before = mounts;
    const text = screen.getByText(/hello/);
    rerender(frame(aTile({ settingsGuid: 'one', word: 'other' })));
    expect(screen.getByText(/other/)).toBe(text);
    rerender(frame(aTile({ settingsGuid: 'two', word: 'other' })));
    expect(await screen.findByText(/other/)).not.toBe(text);
    expect(mounts).toBeGreaterThan(before);
  });

  test('settings that cannot be read are explained in the tile', async () => {
    stubObservers();
    render(frame(aTile({ word: 7 })));
    expect(await screen.findByText('These settings cannot be read.')).toBeTruthy();
    expect(screen.getByText(/expected string/)).toBeTruthy();
  });
});
