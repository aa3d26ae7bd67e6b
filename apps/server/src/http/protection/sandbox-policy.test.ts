import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sandboxPolicy } from './sandbox-policy.ts';

const page = '<!doctype html><body><script>(function(){work()})()</script></body>';
const hash = createHash('sha256').update('(function(){work()})()').digest('base64');
const policyOf = (name: string) => sandboxPolicy(`/sandbox/${name}.html`, () => page) ?? '';

describe('the policy of a sandbox page', () => {
  test.each(['run-script', 'send-request', 'show-html'])(
    '%s has no origin, and its own script only (E2, E12)',
    (name) => {
      const policy = policyOf(name);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`'sha256-${hash}'`);
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).toMatch(/sandbox allow-scripts/);
      expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation|script-src[^;]*unsafe-inline/);
    },
  );

  test('a user’s script may be evaluated but reaches nothing; a request may be sent but evaluates nothing (E12, E15)', () => {
    expect(policyOf('run-script')).toContain("'unsafe-eval'");
    expect(policyOf('run-script')).not.toContain('connect-src');
    expect(policyOf('send-request')).not.toContain('unsafe-eval');
    expect(policyOf('show-html')).not.toMatch(/unsafe-eval|connect-src/);
  });

  test.each(['/', '/sandbox/', '/sandbox/other.html', '/assets/x.js', '/__proto__'])('%s is no such page', (path) => {
    expect(sandboxPolicy(path, () => page)).toBeUndefined();
  });
});
