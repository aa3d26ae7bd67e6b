import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { listSources } from '../source-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Unasked they give up after a second, which a machine that runs all tests at once may need for anything. */
const HASTY = ['vi.waitFor', 'vi.waitUntil'];

/** A part of a parsed text, as far as this looks at it. */
interface Part {
  type: string;
  start: number;
  end: number;
  callee: Part;
  arguments: Part[];
}

/** The calls that do not say how long they wait, as they are written. */
function hastyCalls(text: string, lang: 'ts' | 'tsx' = 'ts'): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const part = value as Part;
    const isShort = part.type === 'CallExpression' && part.arguments.length < 2;
    if (isShort && HASTY.includes(text.slice(part.callee.start, part.callee.end)))
      found.push(text.slice(part.start, part.end));
    for (const inner of Object.values(value)) look(inner);
  };
  look(parseAst(text, { lang }));
  return found;
}

it('has no test that waits for a second only', () => {
  const waiting = listSources()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ text }) => HASTY.some((name) => text.includes(name)));
  expect(waiting.length).toBeGreaterThan(20);
  const hasty = waiting.flatMap(({ path, text }) =>
    hastyCalls(text, path.endsWith('x') ? 'tsx' : 'ts').map((call) => `${path}: ${call}`),
  );
  expect(hasty).toEqual([]);
});

describe('a wait', () => {
  it.each([
    'await vi.waitFor(() => expect(f(a, b)).toBe(1));',
    "await vi.waitUntil<string>(async () => /it's \\(/.test(await g()));",
  ])('that does not say how long is found: %s', (text) => {
    expect(hastyCalls(text)).toHaveLength(1);
  });

  it.each(['vi.waitFor(() => f(), 15_000);', 'vi.waitUntil(f, { timeout: 9 });', 'waitFor(() => f());', 'vi.fn();'])(
    'that says it is none: %s',
    (text) => {
      expect(hastyCalls(text)).toEqual([]);
    },
  );
});
