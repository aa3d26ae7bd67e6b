import { expect, it } from 'vitest';
import { maxDeviceConnections, openFileLimit } from './file-limit.ts';

it('devices leave the portal the files that it needs itself (R32)', () => {
  expect(maxDeviceConnections(20_000)).toBe(19_400);
  expect(maxDeviceConnections(1_024)).toBe(424);
  expect(maxDeviceConnections(256)).toBe(100);
  expect(openFileLimit()).toBeGreaterThan(0);
});
