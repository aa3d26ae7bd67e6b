import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Who speaks to a control says what they see on it. axe calls its rule experimental, and leaves it out unasked. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };

/** Holds what the page shows to the rules of WCAG 2.2 AA. `where` stands in the message; `except` is not looked at. */
export async function expectAccessible(page: Page, where: string, except?: string): Promise<void> {
  // A panel that is still sliding in has no colours yet that could be judged.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Where there are no frames to be joined, the rules run in the page itself: the same findings without a second page.
  const builder = new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: RULES }, rules: MORE_RULES })
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await (except === undefined ? builder : builder.exclude(except)).analyze();
  expect(
    violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`),
  ).toEqual([]);
}
