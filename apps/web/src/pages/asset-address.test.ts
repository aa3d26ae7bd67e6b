import { expect, test } from 'vitest';
import { assetAddress } from './asset-address.ts';

test.each([
  [undefined, '/assets/7/dashboard'],
  ['', '/assets/7/dashboard'],
  ['https://unit.example/7?x=1', '/ifr/https://unit.example/7?x=1'],
  ['/seismic', '/seismic'],
  ['javascript:alert(1)', '/assets/7/dashboard'],
  ['//evil.example', '/assets/7/dashboard'],
])('an asset whose interfaceUrl is %j opens at %s', (attributeValue, expected) => {
  const attributes = attributeValue === undefined ? [] : [{ attributeName: 'InterfaceURL', attributeValue }];
  expect(assetAddress({ assetId: 7, attributes } as unknown as Parameters<typeof assetAddress>[0])).toBe(expected);
});
