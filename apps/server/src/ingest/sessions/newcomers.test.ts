import { expect, it } from 'vitest';
import { Newcomers } from './newcomers.ts';

const nothing = () => undefined;

it('admits fifty of one address and two hundred in all, and others again when some have left', () => {
  const newcomers = new Newcomers();
  const admit = (address: string) => newcomers.admit(address, nothing);
  const first = Array.from({ length: 60 }, () => admit('203.0.113.1'));
  expect(first.filter((one) => one !== undefined)).toHaveLength(50);
  // An IPv6 user holds a whole /64.
  const sixes = Array.from({ length: 60 }, (_, n) => admit(`2001:db8::${(n + 1).toString(16)}`));
  expect(sixes.filter((one) => one !== undefined)).toHaveLength(50);
  const many = Array.from({ length: 200 }, (_, n) => admit(`198.51.100.${n}`));
  expect(many.filter((one) => one !== undefined)).toHaveLength(100);
  newcomers.left(first[0]?.key ?? '');
  expect(admit('203.0.113.1')).toMatchObject({ kind: 'newcomer', address: '203.0.113.1' });
  expect(admit('203.0.113.9')).toBeUndefined();
});
