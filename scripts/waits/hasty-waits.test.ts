import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { listSources } from '../source-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Unasked they give up after a second, which a machine that runs all tests at once may need for anything. */
const HASTY = ['vi.waitFor', 'vi.waitUntil'];
/** What waits longer than a second unasked, and how long at least where it is told: as long as unasked. */
const TOLD: readonly (readonly [waits: RegExp, leastMs: number])[] = [
  [/^vi\.wait(For|Until)$|^expect\s*\.poll$/, 15_000],
  [/^waitFor$|(^|\.)find(All)?By[A-Z]\w*$/, 25_000],
];

/** A part of a parsed text, as far as this looks at it. */
interface Part {
  type: string;
  start: number;
  end: number;
  callee: Part;
  arguments: Part[];
  properties: Part[];
  key: { name?: string };
  value: unknown;
}

/** How long a call is told to wait, where that is written as a number. */
function toldMs({ arguments: given }: Part): number | undefined {
  for (const one of given.slice(1)) {
    const value =
      one.type === 'ObjectExpression' ? one.properties.find(({ key }) => key?.name === 'timeout')?.value : one;
    const { type, value: ms } = (value ?? {}) as Partial<Part>;
    if (type === 'Literal' && typeof ms === 'number') return ms;
  }
  return undefined;
}

/** The calls that do not say how long they wait, or less than a busy machine needs, as they are written. */
function hastyCalls(text: string, lang: 'ts' | 'tsx' = 'ts'): string[] {
  const found: string[] = [];
  const isHasty = (call: Part) => {
    const name = text.slice(call.callee.start, call.callee.end);
    const leastMs = TOLD.find(([waits]) => waits.test(name))?.[1] ?? 0;
    return (call.arguments.length < 2 && HASTY.includes(name)) || (toldMs(call) ?? leastMs) < leastMs;
  };
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const part = value as Part;
    if (part.type === 'CallExpression' && isHasty(part)) found.push(text.slice(part.start, part.end));
    for (const inner of Object.values(value)) look(inner);
  };
  look(parseAst(text, { lang }));
  return found;
}

it('has no test that waits for seconds only', () => {
  const waiting = listSources()
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('e2e/'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ text }) => /waitFor|waitUntil|\.poll\(|By\w+\(/.test(text));
  expect(waiting.length).toBeGreaterThan(100);
  const hasty = waiting.flatMap(({ path, text }) =>
    hastyCalls(text, path.endsWith('x') ? 'tsx' : 'ts').map((call) => `${path}: ${call}`),
  );
  expect(hasty).toEqual([]);
});

describe('a wait', () => {
  it.each([
    'await vi.waitFor(() => expect(f(a, b)).toBe(1));',
    "await vi.waitUntil<string>(async () => /it's \\(/.test(await g()));",
    'vi.waitFor(() => f(), 5_000);',
    'vi.waitUntil(f, { interval: 20, timeout: 9 });',
    'await expect.poll(() => f(), { timeout: 4_000 }).toBe(1);',
    'await expect\n  .poll(f, { timeout: 5000 })\n  .toBe(1);',
    "await screen.findByText('x', {}, { timeout: 5_000 });",
    'await waitFor(() => f(), { timeout: 2_000 });',
  ])('that does not say how long, or too short, is found: %s', (text) => {
    expect(hastyCalls(text)).toHaveLength(1);
  });

  it.each([
    'vi.waitFor(() => f(), 15_000);',
    'vi.waitUntil(f, { timeout: 20_000 });',
    'vi.waitUntil(f, PATIENCE);',
    'waitFor(() => f());',
    'waitFor(() => f(), { timeout: 25_000 });',
    "screen.findByRole('row', { name: 'x' });",
    'expect.poll(f, { interval: 20 }).toBe(5);',
    'setTimeout(f, 20);',
    'vi.fn();',
  ])('that says it is none: %s', (text) => {
    expect(hastyCalls(text)).toEqual([]);
  });
});
