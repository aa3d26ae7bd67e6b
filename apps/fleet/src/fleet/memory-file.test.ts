import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCredentials } from './credentials.ts';
import { readMemory, writeMemory } from './memory-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-fleet-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const memory = {
  bornMs: 1,
  todo: [{ from: { timeMs: 1, states: {} }, untilMs: 2, stepMs: 1 }],
  live: { timeMs: 3, states: {} },
};

test('what was written is read again, and nobody else may read it', () => {
  const path = join(folder, 'memory.json');
  writeMemory(path, memory);
  writeMemory(path, { ...memory, bornMs: 2 });
  expect(readMemory(path)).toEqual({ ...memory, bornMs: 2 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['memory.json']);
});

test.each([
  ['nothing', undefined],
  ['half a file', '{"format":1,"bornMs":'],
  ['another format', JSON.stringify({ format: 2, ...memory })],
  ['no world', JSON.stringify({ format: 1, bornMs: 1, todo: [] })],
  ['a broken stretch', JSON.stringify({ format: 1, ...memory, todo: [null] })],
  ['a list', '[]'],
  ['null', 'null'],
])('%s is no memory', (_case, text) => {
  const path = join(folder, 'memory.json');
  if (text !== undefined) writeFileSync(path, text);
  expect(readMemory(path)).toBeUndefined();
});

test('credentials without an address are refused', () => {
  const path = join(folder, 'demo-fleet.json');
  writeFileSync(path, '{"devices":{"A":"t"}}');
  expect(() => readCredentials(path)).toThrow('does not name the portal');
  writeFileSync(path, '{"mqttUrl":"mqtt://127.0.0.1:1","devices":{"A":"t","B":7},"gateways":null}');
  expect(readCredentials(path)).toEqual({ mqttUrl: 'mqtt://127.0.0.1:1', devices: { A: 't' }, gateways: {} });
});
