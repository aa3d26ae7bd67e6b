import { expect, test } from 'vitest';
import { DATA_POLICY, pagePolicy } from './security-headers.ts';

const MAPS = ['https://tiles.example'];
const FRAMES = ['https://cameras.example'];

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

test('the page connects to the portal and to the maps that are configured, and to no other broker (C13)', () => {
  expect(directives(pagePolicy(MAPS, FRAMES))['connect-src']).toEqual(["'self'", ...MAPS]);
  expect(directives(pagePolicy([], []))['connect-src']).toEqual(["'self'"]);
});

test('it frames itself and the sites that are listed (E10)', () => {
  expect(directives(pagePolicy(MAPS, FRAMES))['frame-src']).toEqual(["'self'", ...FRAMES]);
});

test('scripts come from the portal alone, and nothing may be embedded or re-based (D8, D9)', () => {
  expect(directives(pagePolicy(MAPS, FRAMES))).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  });
});

test('pictures come from the portal or from data, so that no tile tells another site who looks (E6)', () => {
  expect(directives(pagePolicy(MAPS, FRAMES))['img-src']).toEqual(["'self'", 'data:', 'blob:']);
});

test('data is no document: nothing in it runs, and nobody frames it', () => {
  expect(directives(DATA_POLICY)).toEqual({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    sandbox: [],
  });
});
