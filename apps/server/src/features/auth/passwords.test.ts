import { describe, expect, it } from 'vitest';
import { findPasswordWeakness, HashingBusyError, Passwords } from './passwords.ts';

const cheap = () => new Passwords(4);

describe('a new password', () => {
  it.each(['short', 'nine char', 'password1', 'Password123', 'PASSWORD123', '1234567890', 'qwertyuiop'])(
    '%s is refused',
    async (password) => {
      expect(findPasswordWeakness(password)).toBeTruthy();
      await expect(cheap().hashNew(password)).rejects.toMatchObject({ status: 400, code: 'weak-password' });
    },
  );

  it('of more than 1 kB is refused', () => {
    expect(findPasswordWeakness('é'.repeat(600))).toBeTruthy();
  });

  it.each(['correct horse battery', 'x7:ü😀 colon and emoji', 'abcdefgh'.repeat(8), '😀😁😂🤣😃😄😅😆😉😊'])(
    '%s is accepted and verified',
    async (password) => {
      const passwords = cheap();
      const hash = await passwords.hashNew(password);
      expect(hash).not.toContain(password);
      expect(await passwords.verify(password, hash)).toBe(true);
      expect(await passwords.verify(`${password}x`, hash)).toBe(false);
    },
  );
});

describe('verifying', () => {
  it('is false without a hash, even for the empty password', async () => {
    expect(await cheap().verify('', null)).toBe(false);
    expect(await cheap().verify('anything at all', undefined)).toBe(false);
  });

  it('reads hashes made at another cost, and salts each', async () => {
    const hash = await new Passwords(5).hashNew('correct horse battery');
    expect(await cheap().verify('correct horse battery', hash)).toBe(true);
    expect(hash).not.toBe(await new Passwords(5).hashNew('correct horse battery'));
  });

  it('takes the same letters in another composition', async () => {
    const hash = await cheap().hashNew('correct h\u00f6rse');
    expect(await cheap().verify('correct ho\u0308rse', hash)).toBe(true);
  });

  it.each([
    ['with a hash', true],
    ['without one, which costs as much', false],
  ])('refuses to queue without end, %s', async (_which, hasHash) => {
    const passwords = cheap();
    const hash = await passwords.hashNew('correct horse battery');
    const stored = hasHash ? hash : undefined;
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => passwords.verify('correct horse battery', stored)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((result) => result.reason instanceof HashingBusyError)).toBe(true);
    expect(await passwords.verify('correct horse battery', hash)).toBe(true);
  });
});
