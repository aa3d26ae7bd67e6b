import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { namedActions } from '#tile-kit/tile-actions.tsx';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { DASHBOARD_ACTIONS } from './settings.ts';
import { actionDispatcherTile } from './tile.ts';

function recording(...names: string[]) {
  const ran: string[] = [];
  return { ran, actions: namedActions(new Map(names.map((name) => [name, () => void ran.push(name)]))) };
}

test('dispatches the action, and the reverse with the second press', async () => {
  const { ran, actions } = recording('HIDE_NAV', 'SHOW_NAV');
  const bag = { action: 'HIDE_NAV', reverseAction: 'SHOW_NAV', actionText: 'More room', reverseText: 'Menu back' };
  await renderTile(actionDispatcherTile, bag, { actions });
  const button = screen.getByRole('button', { name: 'More room', pressed: false });
  fireEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(button.textContent).toBe('Menu back');
  fireEvent.click(button);
  expect(ran).toEqual(['HIDE_NAV', 'SHOW_NAV']);
  expect(button.textContent).toBe('More room');
});

test('a reverse that waits while the dashboard is edited is marked as within reach', async () => {
  const { actions } = recording('UNSET_VIEWONLY', 'SET_VIEWONLY');
  const bag = { action: 'UNSET_VIEWONLY', reverseAction: 'SET_VIEWONLY' };
  await renderTile(actionDispatcherTile, bag, { actions: { ...actions, isViewOnly: false } });
  const button = screen.getByRole('button');
  expect(button.dataset.pending).toBeUndefined();
  fireEvent.click(button);
  expect(button.dataset.pending).toBe('true');
});

test('a button for view-only mode can be pressed while the dashboard is edited', async () => {
  const { actions } = recording('SET_VIEWONLY');
  await renderTile(actionDispatcherTile, { action: 'SET_VIEWONLY' }, { actions: { ...actions, isViewOnly: false } });
  expect(screen.getByRole('button').dataset.pending).toBe('true');
});

test('without a reverse it is a plain button', async () => {
  const { ran, actions } = recording('TOGGLE_EXPORT');
  await renderTile(actionDispatcherTile, { action: 'TOGGLE_EXPORT' }, { actions });
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(ran).toEqual(['TOGGLE_EXPORT', 'TOGGLE_EXPORT']);
  expect(button.hasAttribute('aria-pressed')).toBe(false);
});

test('shows its texts in turn also where it does nothing', async () => {
  const { ran, actions } = recording('HIDE_NAV');
  const texts = { actionText: 'Pumping', reverseText: 'Standing' };
  await renderTile(actionDispatcherTile, texts, { actions });
  const button = screen.getByRole('button', { name: 'Pumping', pressed: false });
  fireEvent.click(button);
  expect(button.textContent).toBe('Standing');
  fireEvent.click(button);
  expect(button.textContent).toBe('Pumping');
  expect(ran).toEqual([]);
});

test('what the dashboard cannot do is disabled and says so', async () => {
  await renderTile(actionDispatcherTile, { action: 'SHOW_FILE_PANEL' }, recording());
  const button = screen.getByRole<HTMLButtonElement>('button');
  expect(button.disabled).toBe(true);
  expect(button.title).toBe('This dashboard cannot do this here.');
});

test.each(['constructor', '__proto__', 'toString', 'DELETE_ALL', '', 7, { toString: 'x' }])(
  'the action %j is none (E16)',
  async (action) => {
    expect(settingsOf(actionDispatcherTile, { action, reverseAction: action })).toMatchObject({
      action: 'NONE',
      reverseAction: 'NONE',
    });
    const { container } = await renderTile(actionDispatcherTile, { action });
    expect(container.textContent).toContain('No action yet');
  },
);

test('its editor lists all ten actions, and tells which are not possible here', async () => {
  const { changes } = await renderEditor(actionDispatcherTile, {}, recording('SHOW_NAV'));
  fireEvent.click(screen.getByRole('combobox', { name: 'Action' }));
  const options = await screen.findAllByRole('option');
  expect(options).toHaveLength(DASHBOARD_ACTIONS.length);
  expect(options.filter((option) => option.textContent?.includes('not available'))).toHaveLength(8);
  fireEvent.click(screen.getByRole('option', { name: 'Show the navigation bar' }));
  expect(changes.at(-1)).toMatchObject({ action: 'SHOW_NAV' });
});
