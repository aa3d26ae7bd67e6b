import { vi } from 'vitest';

/** What an element measures in a test that draws tiles. */
export const TEST_TILE_SIZE = { width: 320, height: 240 };

/**
 * Observers that jsdom does not have: everything observed has one size, and is in sight when `isInSight` says so.
 * Answers a function that brings everything into sight.
 */
export function stubObservers(isInSight = true): () => void {
  const waiting: (() => void)[] = [];

  class OneSize {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
      const entry = { target, contentRect: TEST_TILE_SIZE } as unknown as ResizeObserverEntry;
      this.#callback([entry], this as unknown as ResizeObserver);
    }
    unobserve = () => undefined;
    disconnect = () => undefined;
  }

  class InSight {
    readonly #callback: IntersectionObserverCallback;
    #isConnected = true;
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
      const show = () => {
        const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
        if (this.#isConnected) this.#callback([entry], this as unknown as IntersectionObserver);
      };
      if (isInSight) show();
      else waiting.push(show);
    }
    unobserve = () => undefined;
    disconnect(): void {
      this.#isConnected = false;
    }
  }

  vi.stubGlobal('ResizeObserver', OneSize);
  vi.stubGlobal('IntersectionObserver', InSight);
  return () => {
    for (const show of waiting.splice(0)) show();
  };
}
