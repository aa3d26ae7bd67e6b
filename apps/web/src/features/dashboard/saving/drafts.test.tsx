import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import {
  aPortal,
  aTile,
  draftPlaces,
  openDashboard,
  stubBrowser,
  twoTabs,
  VIEWER,
  type World,
} from '../testing/dashboards.ts';

beforeEach(() => {
  stubBrowser();
  sessionStorage.clear();
});

const OTHER = 'draft.dashboard.1.3.other';

/** Changes that another window keeps: the first tile with so many decimals. */
function keepOther(decimals: number, keptMs: number, place = OTHER): string {
  const config = JSON.stringify({ ...twoTabs, tiles: { ...twoTabs.tiles, a: [aTile('t1', { decimals })] } });
  const text = JSON.stringify({ config, version: 4, keptMs });
  localStorage.setItem(place, text);
  return text;
}

async function changed(world: World = {}) {
  const portal = aPortal(world);
  await openDashboard(`${portal.path}?mode=builder`);
  fireEvent.keyDown(screen.getByRole('button', { name: /^Move/ }), { key: 'ArrowRight' });
  await waitFor(() => expect(draftPlaces()).toHaveLength(1));
  return portal;
}

/** What the browser tells this window when another one writes or ends a draft. */
function tell(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  fireEvent(window, new StorageEvent('storage', { key, newValue }));
}

describe('drafts of several windows', () => {
  test('two windows that edit one dashboard keep each its own, and each comes back where it was made', async () => {
    const { path } = await changed();
    const [mine] = draftPlaces();
    // The other window wrote last.
    keepOther(1, Date.now() + 60_000);
    expect(draftPlaces()).toHaveLength(2);
    await renderApp(path);
    expect(await screen.findByText(/Your unsaved changes are back/)).toBeTruthy();
    // Moved here, and not with the decimals of the other.
    expect(await screen.findByText('12.35')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Undo: Take up/ })).toBeTruthy();
    expect(new Set(draftPlaces())).toEqual(new Set([mine, OTHER]));
  });

  test('what windows left behind is taken up one after another, the newest first', async () => {
    keepOther(1, 1_000);
    keepOther(0, 2_000, `${OTHER}-newer`);
    const { path, saved } = aPortal();
    await renderApp(path);
    expect(await screen.findByText('12')).toBeTruthy();
    await waitFor(() => expect(draftPlaces()).not.toContain(`${OTHER}-newer`));
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(draftPlaces()).toEqual([OTHER]));
  });

  test('a window whose draft was taken up keeps its own again', async () => {
    await changed();
    const [mine = ''] = draftPlaces();
    tell(mine, null);
    expect(draftPlaces()).toEqual([mine]);
  });

  test('a duplicate of this window writes in the same place, and both are kept', async () => {
    await changed();
    const [mine = ''] = draftPlaces();
    tell(mine, keepOther(1, 1_000, mine));
    const ours = draftPlaces().filter((place) => place !== mine);
    expect(ours.map((place) => JSON.parse(localStorage.getItem(place) ?? '').config)).toEqual([
      expect.stringContaining('"x":1,"y":0'),
    ]);
    expect(localStorage.getItem(mine)).not.toContain('"x":1,"y":0');
  });

  test('a draft that its own window has gone on with is not ended by who took it up', async () => {
    keepOther(0, 1_000);
    const { path } = aPortal();
    await renderApp(path);
    expect(await screen.findByText('12')).toBeTruthy();
    const later = keepOther(1, 2_000);
    await waitFor(() => expect(draftPlaces()).toHaveLength(2));
    expect(localStorage.getItem(OTHER)).toBe(later);
  });

  test('a tile by itself shows what is stored, and leaves the draft to the window that has it', async () => {
    const { path } = aPortal();
    keepOther(1, 1_000);
    await openDashboard(`${path}/3/tile/t1`);
    expect(currentAddress()).not.toContain('mode=builder');
    expect(draftPlaces()).toEqual([OTHER]);
  });

  test('who may not edit any more sees what was not saved, and is told that it cannot be', async () => {
    keepOther(0, 1_000);
    const { path } = aPortal({ permissions: VIEWER });
    await renderApp(path);
    expect(await screen.findByText(/You may not save them/)).toBeTruthy();
    expect(currentAddress()).not.toContain('mode=builder');
  });

  test('deleting the dashboard ends the drafts of all windows', async () => {
    const { path, stub, stored } = aPortal();
    stub.on('DELETE /api/dashboards/3', () => {
      stored.shift();
      return { body: { dashboardId: 3 } };
    });
    await openDashboard(path);
    keepOther(1, 1_000);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Delete Dashboard/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(draftPlaces()).toEqual([]));
  });
});
