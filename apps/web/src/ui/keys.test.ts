import { describe, expect, test, vi } from 'vitest';
import { pressKey } from './keys.ts';

function press(key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return { key, ...none, ...held, preventDefault: vi.fn() };
}

describe('a key', () => {
  test('does what it is bound to, and then nothing else', () => {
    const [enter, remove] = [vi.fn(), vi.fn()];
    const event = press('Enter');
    expect(pressKey(event, { Enter: enter, Delete: remove })).toBe(true);
    expect([enter.mock.calls.length, remove.mock.calls.length]).toEqual([1, 0]);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test.each([
    ['is bound to nothing', press('a')],
    ['is bound to nothing yet', press('Delete')],
    ['is pressed with Ctrl', press('Enter', { ctrlKey: true })],
    ['is pressed with Alt', press('Enter', { altKey: true })],
    ['is called like something that every object has', press('constructor')],
    ['is not wanted now', press('Escape')],
  ])('that %s is left to others', (_, event) => {
    expect(pressKey(event, { Enter: vi.fn(), Delete: undefined, Escape: () => false })).toBe(false);
    expect(event.preventDefault).not.toHaveBeenCalled();
  });

  test.each([
    ['Shift+ArrowLeft', press('ArrowLeft', { shiftKey: true })],
    ['ArrowRight', press('ArrowRight', { shiftKey: true })],
    ['Mod+Home', press('Home', { ctrlKey: true })],
    ['Mod+Home', press('Home', { metaKey: true })],
    ['Shift+Mod+Home', press('Home', { metaKey: true, shiftKey: true })],
    ['+', press('+', { shiftKey: true })],
  ])('is found as %s', (name, event) => {
    const done: string[] = [];
    const names = ['ArrowLeft', 'Shift+ArrowLeft', 'ArrowRight', 'Home', 'Mod+Home', 'Shift+Mod+Home', '+'];
    pressKey(event, Object.fromEntries(names.map((one) => [one, () => done.push(one)])));
    expect(done).toEqual([name]);
  });
});
