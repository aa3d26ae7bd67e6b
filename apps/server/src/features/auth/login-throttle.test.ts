import { describe, expect, it } from 'vitest';
import { LoginThrottle } from './login-throttle.ts';

function throttleAt(startMs = 1_000_000) {
  const time = { ms: startMs };
  return { time, throttle: new LoginThrottle({ now: () => time.ms }) };
}

const fail = (throttle: LoginThrottle, user: string, address: string, times: number) => {
  for (let count = 0; count < times; count++) throttle.attempted(user, address);
};

describe('the login throttle', () => {
  it('lets five wrong logins of a user from an address pass, then makes the pair wait five minutes', () => {
    const { throttle, time } = throttleAt();
    fail(throttle, 'ann', '10.0.0.1', 4);
    expect(throttle.waitSeconds('ann', '10.0.0.1')).toBe(0);
    fail(throttle, 'ann', '10.0.0.1', 1);
    expect(throttle.waitSeconds('ann', '10.0.0.1')).toBe(300);
    expect(throttle.waitSeconds('bob', '10.0.0.1')).toBe(0);
    expect(throttle.waitSeconds('ann', '10.0.0.2')).toBe(0);
    time.ms += 300_000;
    expect(throttle.waitSeconds('ann', '10.0.0.1')).toBe(0);
  });

  it('lets an address be wrong twenty times in a minute, whoever it names', () => {
    const { throttle, time } = throttleAt();
    for (let user = 0; user < 20; user++) fail(throttle, `user ${user}`, '10.0.0.1', 1);
    expect(throttle.waitSeconds('somebody else', '10.0.0.1')).toBeGreaterThan(0);
    expect(throttle.waitSeconds('somebody else', '10.0.0.2')).toBe(0);
    time.ms += 60_000;
    expect(throttle.waitSeconds('somebody else', '10.0.0.1')).toBe(0);
  });

  it('makes strangers wait longer with each wrong login of a user, but not where the user was before', () => {
    const { throttle } = throttleAt();
    throttle.attempted('ann', '10.0.0.99');
    throttle.succeeded('ann', '10.0.0.99');
    for (let address = 0; address < 12; address++) fail(throttle, 'ann', `10.0.0.${address}`, 1);
    expect(throttle.waitSeconds('ann', '10.0.0.50')).toBe(4);
    for (let address = 0; address < 40; address++) fail(throttle, 'ann', `10.0.1.${address}`, 1);
    expect(throttle.waitSeconds('ann', '10.0.0.50')).toBe(60);
    expect(throttle.waitSeconds('ann', '10.0.0.99')).toBe(0);
  });

  it('does not count right logins', () => {
    const { throttle } = throttleAt();
    for (let count = 0; count < 50; count++) {
      throttle.attempted('ann', '10.0.0.1');
      throttle.succeeded('ann', '10.0.0.1');
    }
    expect(throttle.waitSeconds('ann', '10.0.0.1')).toBe(0);
    expect(throttle.waitSeconds('bob', '10.0.0.1')).toBe(0);
  });

  it('takes the addresses of one IPv6 network for one', () => {
    const { throttle } = throttleAt();
    fail(throttle, 'ann', '2001:db8::1', 3);
    fail(throttle, 'ann', '2001:db8:0:0:ffff::2', 2);
    expect(throttle.waitSeconds('ann', '2001:db8::3')).toBeGreaterThan(0);
    expect(throttle.waitSeconds('ann', '2001:db8:1::3')).toBe(0);
    expect(throttle.waitSeconds('ann', '::ffff:10.0.0.1')).toBe(0);
  });
});
