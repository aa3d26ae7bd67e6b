import { expect, test } from 'vitest';
import { safeFilename } from './save-file.ts';

test.each([
  ['report.csv', 'report.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a\u202egnp.exe', 'a_gnp.exe'],
  ['<b>"x"</b>|?*', '_b__x___b____'],
  ['  ...  ', 'download'],
  ['', 'download'],
])('%j is saved as %s', (name, saved) => expect(safeFilename(name, 'download')).toBe(saved));
