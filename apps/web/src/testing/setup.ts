import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Lazy parts are transformed on first use, which takes longer than the usual second on a busy machine.
configure({ asyncUtilTimeout: 25_000, getElementError: (message) => new Error(message ?? 'not found') });

/** What jsdom leaves out of a browser, as a desk with a wide screen and a mouse has it. */
const SCREEN = { width: 1440, height: 900 };

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string): MediaQueryList => ({
    // Nothing moves: a dialog that fades in and out is drawn five times, and waited for.
    matches: query === '(prefers-reduced-motion: reduce)',
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

window.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

// Elements have no size in jsdom, and a virtual list of no height draws no rows.
for (const [name, size] of [
  ['offsetHeight', SCREEN.height],
  ['offsetWidth', SCREEN.width],
  ['clientHeight', SCREEN.height],
  ['clientWidth', SCREEN.width],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
}
// A menu of a button that has no place is taken for one that is scrolled out of sight: hidden, with nothing to focus.
HTMLButtonElement.prototype.getBoundingClientRect = () => new DOMRect(100, 100, 120, 30);
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;

beforeEach(() => {
  window.innerWidth = SCREEN.width;
  window.innerHeight = SCREEN.height;
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const { setTimeout: soon } = globalThis;
// A menu marks its option as soon as nothing else is to be done: behind that, while there still is a document.
afterAll(() => new Promise((resolve) => soon(resolve)));
