import type { CDPSession, Locator, Page } from '@playwright/test';

/** A place on the screen, pixels from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const STEPS = 12;
const STEP_S = 0.016;
/** A finger that rests before it is lifted throws nothing: what it moved stays where it was left. */
const REST_S = 0.5;

/**
 * Fingers on a touch screen. The browser itself decides what they do, as with real ones: scroll the page, or leave
 * them to what they lie on.
 */
export class Fingers {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  /** Puts fingers down, moves each along its way, and lifts all of them. */
  async move(...ways: readonly (readonly [from: Place, to: Place])[]): Promise<void> {
    const startS = Date.now() / 1000 - REST_S - (STEPS + 1) * STEP_S;
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, restS = 0) => {
      const share = step / STEPS;
      const touchPoints = ways.map(([from, to], id) => ({
        id,
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      }));
      const timestamp = startS + step * STEP_S + restS;
      return this.#session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : touchPoints,
        timestamp,
      });
    };
    await send('touchStart', 0);
    for (let step = 1; step <= STEPS; step++) await send('touchMove', step);
    await send('touchMove', STEPS, REST_S);
    await send('touchEnd', STEPS, REST_S);
  }

  /** Draws one finger over something, from its middle. */
  async drag(target: Locator, { right = 0, down = 0 }: { right?: number; down?: number }): Promise<void> {
    const from = await middleOf(target);
    await this.move([from, { x: from.x + right, y: from.y + down }]);
  }

  /** Spreads two fingers about the middle of something, or closes them. */
  async pinch(target: Locator, { fromPx, toPx }: { fromPx: number; toPx: number }): Promise<void> {
    const { x, y } = await middleOf(target);
    await this.move(
      [
        { x: x - fromPx / 2, y },
        { x: x - toPx / 2, y },
      ],
      [
        { x: x + fromPx / 2, y },
        { x: x + toPx / 2, y },
      ],
    );
  }
}

async function middleOf(target: Locator): Promise<Place> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to touch.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
