import { act, fireEvent, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Action } from './action.ts';
import { listActions, runAction } from './action-store.ts';
import { matchesShortcut, shortcutKeys } from './shortcut.ts';
import { useActions } from './use-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);

describe('a shortcut', () => {
  it.each<[text: string, press: KeyboardEventInit, matches: boolean]>([
    ['Mod+S', { key: 's', ctrlKey: true }, true],
    ['Mod+S', { key: 's', metaKey: true }, true],
    ['Mod+S', { key: 's' }, false],
    ['Mod+S', { key: 'S', ctrlKey: true, shiftKey: true }, false],
    ['Mod+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, true],
    ['Mod+Z', { key: 'z', ctrlKey: true, altKey: true }, false],
    ['?', { key: '?', shiftKey: true }, true],
    ['?', { key: '?' }, true],
    ['E', { key: 'e' }, true],
    ['Escape', { key: 'Escape' }, true],
  ])('%s and %j: %s', (text, press, matches) => expect(matchesShortcut(text, key(press))).toBe(matches));

  it('is written as the machine writes it', () => {
    expect(shortcutKeys('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(shortcutKeys('Mod+K', true)).toEqual(['⌘', 'K']);
  });
});

function Owner({ actions }: { actions: Action[] }) {
  useActions(actions);
  useShortcuts();
  return <input aria-label="field" />;
}

describe('the actions of a component', () => {
  it('are on offer while it is there, and run in their latest form', () => {
    const first = vi.fn();
    const second = vi.fn();
    const action = { id: 'a', label: 'Save', group: 'Dashboard', shortcut: 'Mod+S' };
    const view = render(<Owner actions={[{ ...action, run: first }]} />);
    view.rerender(<Owner actions={[{ ...action, run: second }]} />);
    fireEvent.keyDown(window, { key: 's', ctrlKey: true });
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
    expect(runAction('a')).toBe(true);
    view.unmount();
    expect(listActions()).toEqual([]);
    expect(runAction('a')).toBe(false);
  });

  it('do nothing while disabled, and keep the key from the browser all the same', () => {
    const run = vi.fn();
    render(<Owner actions={[{ id: 'a', label: 'Save', group: 'G', shortcut: 'Mod+S', enabled: false, run }]} />);
    const press = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true });
    act(() => window.dispatchEvent(press));
    expect(run).not.toHaveBeenCalled();
    expect(press.defaultPrevented).toBe(true);
  });

  it('leave plain keys to the field the user types in', () => {
    const run = vi.fn();
    const view = render(<Owner actions={[{ id: 'a', label: 'Edit', group: 'G', shortcut: 'E', run }]} />);
    fireEvent.keyDown(view.getByLabelText('field'), { key: 'e' });
    expect(run).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'e' });
    expect(run).toHaveBeenCalledOnce();
  });
});
