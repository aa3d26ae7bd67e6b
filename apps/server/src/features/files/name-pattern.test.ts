import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentHeader, cleanFilename } from '#file-names.ts';
import { nameMatcher } from './name-pattern.ts';

describe('a pattern of names', () => {
  it.each<[string, string, boolean]>([
    ['%', '', true],
    ['%', 'anything', true],
    ['', '', true],
    ['', 'a', false],
    ['%.sqlite', 'data.sqlite', true],
    ['%.SQLITE', 'Data.sqlite', true],
    ['%.sqlite', 'data.sqlite.bak', false],
    ['a%c', 'abc', true],
    ['a%c', 'ac', true],
    ['a%c', 'acb', false],
    ['a%b%c', 'axxbyyc', true],
    ['a%b%c', 'axxc', false],
    ['ab%ab', 'ab', false],
    ['_', 'a', true],
    ['_', 'ab', false],
    ['_', '😀', true],
    ['%__', 'a', false],
    ['100\\%', '100%', true],
    ['100\\%', '100x', false],
    ['a\\_b', 'a_b', true],
    ['a\\_b', 'axb', false],
    ['a\\\\b', 'a\\b', true],
    ['a\\', 'a\\', true],
    ["' OR 1=1--", 'x', false],
  ])('%s and %s: %s', (pattern, name, fits) => {
    expect(nameMatcher(pattern)(name)).toBe(fits);
  });

  it('matches as the regular expression that it stands for', () => {
    const character = fc.constantFrom('a', 'b', '%', '_');
    const pattern = fc.array(character, { maxLength: 8 }).map((some) => some.join(''));
    const name = fc.array(fc.constantFrom('a', 'b', 'A'), { maxLength: 10 }).map((some) => some.join(''));
    fc.assert(
      fc.property(pattern, name, (one, other) => {
        const expression = one.replaceAll('%', '.*').replaceAll('_', '.');
        expect(nameMatcher(one)(other)).toBe(new RegExp(`^${expression}$`, 'is').test(other));
      }),
      { numRuns: 5_000 },
    );
  });

  it('costs little however hostile it is (G2)', () => {
    const matches = nameMatcher(`${'%a'.repeat(2_500)}b`);
    // One that went back over what it had matched would not come to its end.
    for (let i = 0; i < 1_000; i++) expect(matches('a'.repeat(255))).toBe(false);
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../x', 'x'],
    ['..\\..\\x', 'x'],
    ['/etc/x', 'x'],
    ['C:\\x', 'x'],
    ['x\0.png', 'x\uFFFD.png'],
    ['..%2f', '..%2f'],
    ['CON', 'CON'],
    ['.', 'file'],
    ['..', 'file'],
    ['', 'file'],
    [undefined, 'file'],
    ['=cmd', '=cmd'],
    ['a"\r\nSet-Cookie: x=1', 'a"Set-Cookie: x=1'],
    [`${'a'.repeat(300)}.csv`, `${'a'.repeat(251)}.csv`],
    ['a'.repeat(300), 'a'.repeat(255)],
  ])('%j is kept as %j (F1)', (given, kept) => {
    expect(cleanFilename(given)).toBe(kept);
  });

  it('is one header whatever is in it (F4)', () => {
    expect(attachmentHeader('pump "7" 100% ä;.csv')).toBe(
      `attachment; filename="pump _7_ 100_ _;.csv"; filename*=UTF-8''pump%20%227%22%20100%25%20%C3%A4%3B.csv`,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(attachmentHeader(name)).toMatch(
          /^attachment; filename="[\x20\x21\x23\x24\x26-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.!~%-]*$/,
        );
      }),
    );
  });
});
