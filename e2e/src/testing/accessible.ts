import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Who speaks to a control says what they see on it. axe calls its rule experimental, and leaves it out unasked. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true } };
/** Only they depend on the theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** Of what people see and hit, which depends on the width as well. */
const RULES_OF_LOOKS = [...RULES_OF_COLOURS, 'target-size', 'scrollable-region-focusable'];
const FRAMES = 'iframe';

/**
 * Where a marker stands on a map is what it says, so two of them may be nearer than targets otherwise are: WCAG's own example
 * of what is essential [2.5.8].
 */
const ESSENTIAL = '.maplibregl-marker';
const RULES_BUT_OF_MARKERS = { rules: [{ id: 'target-size', selector: `*:not(${ESSENTIAL}, ${ESSENTIAL} *)` }] };
const SOURCE = `${axe.source};axe.configure(${JSON.stringify(RULES_BUT_OF_MARKERS)});`;

/** What passes is not written down: to name each such element takes as long as the rules themselves. */
const ALL: RunOptions = { runOnly: { type: 'tag', values: RULES }, rules: MORE_RULES, resultTypes: ['violations'] };
const OF_COLOURS: RunOptions = { runOnly: { type: 'rule', values: RULES_OF_COLOURS }, resultTypes: ['violations'] };
const OF_LOOKS: RunOptions = { runOnly: { type: 'rule', values: RULES_OF_LOOKS }, resultTypes: ['violations'] };

/** Holds what the page shows to the rules of WCAG 2.2 AA. `where` stands in the message; `except` is not looked at. */
export async function expectAccessible(page: Page, where: string, except?: string): Promise<void> {
  await expectRules(page, where, ALL, except);
}

/** The same for a page that was held to all rules in another theme. */
export async function expectColoursAccessible(page: Page, where: string): Promise<void> {
  await expectRules(page, where, OF_COLOURS);
}

/** The same for a page that is held to all rules elsewhere, and here to what changes with its width and theme. */
export async function expectLooksAccessible(page: Page, where: string): Promise<void> {
  await expectRules(page, where, OF_LOOKS, FRAMES);
}

async function expectRules(page: Page, where: string, rules: RunOptions, except?: string): Promise<void> {
  // A panel that is still sliding in has no colours yet that could be judged.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const { violations } =
    page.frames().length === 1 || except === FRAMES
      ? await runInPage(page, rules, except)
      : await runWithFrames(page, rules, except);
  expect(
    violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`),
  ).toEqual([]);
}

/** Where there are no frames to be joined, the rules run in the page itself: the same findings without a second page. */
async function runInPage(page: Page, rules: RunOptions, except: string | undefined): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(([context, options]) => (window as unknown as { axe: typeof axe }).axe.run(context, options), [
    { exclude: except === undefined ? [] : [except] },
    rules,
  ] as const);
}

function runWithFrames(page: Page, rules: RunOptions, except: string | undefined): Promise<AxeResults> {
  const builder = new AxeBuilder({ page, axeSource: SOURCE }).options(rules);
  return (except === undefined ? builder : builder.exclude(except)).analyze();
}
