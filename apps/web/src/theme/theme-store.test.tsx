import { expect, test, vi } from 'vitest';
import '#testing/setup.ts';

/** A device with light or dark surfaces, which can change its mind. */
function device(isLight: boolean) {
  const listeners: (() => void)[] = [];
  const query = { matches: isLight, addEventListener: (_: string, listener: () => void) => listeners.push(listener) };
  window.matchMedia = () => query as unknown as MediaQueryList;
  return (next: boolean) => {
    query.matches = next;
    for (const listener of listeners) listener();
  };
}

async function aBrowser(stored: string | null) {
  vi.resetModules();
  localStorage.clear();
  if (stored !== null) localStorage.setItem('theme', stored);
  const { useThemeStore } = await import('./theme-store.ts');
  return () => useThemeStore.getState().theme;
}

test('is dark while nothing was chosen, however the device is set (spec 2 §2.2)', async () => {
  device(true);
  expect((await aBrowser(null))()).toBe('palette-dark');
  expect((await aBrowser('purple'))()).toBe('palette-dark');
  expect((await aBrowser('palette-calm'))()).toBe('palette-calm');
});

test('follows the device where that was chosen', async () => {
  const set = device(false);
  const theme = await aBrowser('system');
  expect(theme()).toBe('palette-dark');
  set(true);
  expect(theme()).toBe('palette-light');
});
