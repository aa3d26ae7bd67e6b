import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** `inTransaction`, on which units of work stand. */
const WHERE_THEY_BEGIN = ['db/transaction.ts'];

/** What devices and the portal write in bulk, without a place in the order of changes (decision 0130). */
const WITHOUT_A_UNIT = [
  'db/transaction.ts',
  'db/unit-of-work.ts',
  'features/alarms/alarm-writer.ts',
  'features/retention/drop-journal.ts',
  'ingest/item-registrar.ts',
  'ingest/sparkplug/birth-repository.ts',
];

function filesWith(text: RegExp): string[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => text.test(readFileSync(join(ROOT, path), 'utf8')))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

it('transactions begin in one place', () => {
  expect(filesWith(/\.transaction\(\)/)).toEqual(WHERE_THEY_BEGIN);
});

it('changes are units of work, but for what is named here', () => {
  expect(filesWith(/\binTransaction[<(]/)).toEqual(WITHOUT_A_UNIT);
});
