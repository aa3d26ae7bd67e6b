import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentHeader, cleanFilePath } from '#file-names.ts';

const CONTROLS = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1), 127, 133, 159);

describe('a name with its folders', () => {
  it.each([
    ['a/b/c.txt', 'a/b/c.txt'],
    ['\\logs\\may\\7.csv', 'logs/may/7.csv'],
    ['../../etc/passwd', 'etc/passwd'],
    ['/ / ./.. /x', 'x'],
    [`a${CONTROLS}b/c${CONTROLS}d`, 'ab/cd'],
    ['', 'file'],
    ['///', 'file'],
    [undefined, 'file'],
    ['__proto__/constructor', '__proto__/constructor'],
  ])('%j is kept as %j', (given, kept) => expect(cleanFilePath(given)).toBe(kept));

  it('leads nowhere else, has no control character and a bounded length, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (name) => {
        const kept = cleanFilePath(name);
        expect(kept.length).toBeLessThanOrEqual(1_000);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must be gone
        expect(kept).not.toMatch(/[\u0000-\u001f\u007f-\u009f\\]/);
        expect(kept.split('/')).not.toContain('..');
        expect(kept.split('/')).not.toContain('');
        expect(attachmentHeader(kept)).toMatch(
          /^attachment; filename="[^"]*"; filename\*=UTF-8''[\w.~!*'()%+&$#^`|-]*$/,
        );
      }),
    );
  });

  it('is downloaded under its last part', () => {
    expect(attachmentHeader('a/b/c.txt')).toContain('filename="c.txt"');
  });
});
