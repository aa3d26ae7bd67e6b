import { expect, it } from 'vitest';
import { Faults } from './faults.ts';

it('what keeps points from being stored is told however much is damaged, and each thing once', () => {
  const told: string[] = [];
  const faults = new Faults((text) => told.push(text));
  for (let chunk = 0; chunk < 5000; chunk++) faults.raise(`chunk ${chunk}`, `chunk ${chunk} is damaged`);
  expect(faults.damage()).toHaveLength(100);
  faults.raise('chunks', 'no room');
  faults.raise('chunks', 'no room');
  expect(faults.blocking()).toEqual(['no room']);
  expect(told).toHaveLength(101);
  faults.clear('chunks');
  expect([faults.blocking(), faults.damage().length]).toEqual([[], 100]);
});
