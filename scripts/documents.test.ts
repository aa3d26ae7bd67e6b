import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsIn, clausesOf } from './citations.ts';
import { findDocumentFaults, type TextFile } from './document-rules.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const SPECIFICATION = {
  '1': 'docs/specification/1-dashboards-and-assets.md',
  '2': 'docs/specification/2-access-and-administration.md',
  '3': 'docs/specification/3-decisions.md',
  guarantees: 'docs/specification/guarantees.md',
} as const;

const clausesOfPart = (part: keyof typeof SPECIFICATION) => clausesOf(part, read(SPECIFICATION[part]));

describe('a citation of the specification', () => {
  it.each([
    ['// spec 1 §7: closes', ['1 §7']],
    ['/** Spec 1 §5, §9. */', ['1 §5', '1 §9']],
    ['(spec 2 §2.13; spec 3 §13)', ['2 §2.13', '3 §13']],
    ['as the specification 2 §3 says', ['2 §3']],
    ['(specification §2)', ['? §2']],
    ['see spec\n   * 3 §13. Then', ['3 §13']],
    ['guarantee K8', ['K8']],
    ['Guarantees E2 and E12-E15 ask', ['E2', 'E12', 'E15']],
    ['(guarantees\n// F11, R26)', ['F11', 'R26']],
    ['(guarantees §0 K8, K12) and guarantees §1.0', ['guarantees §0', 'K8', 'K12', 'guarantees §1.0']],
    ['read it first [K1]', ['K1']],
    ['(RFC 6238 §5.2), a guarantee of the dashboard, M4 and T0', []],
  ])('is found in %j', (text, clauses) => expect(citationsIn(text)).toEqual(clauses));

  it('leads to headings and rows', () => {
    const text = '## 2. Screens\n### 2.13 Other\n### Tiles\n| K8 | x |\n| K8x | y |\n';
    expect(clausesOf('2', text)).toEqual(['2 §2', '2 §2.13']);
    expect(clausesOf('guarantees', text)).toEqual(['guarantees §2', 'guarantees §2.13', 'K8']);
  });

  it('finds each part as it is numbered', () => {
    const numbers = (part: keyof typeof SPECIFICATION, count: number) =>
      expect(clausesOfPart(part)).toEqual(
        expect.arrayContaining(Array.from({ length: count }, (_, index) => `${part} §${index + 1}`)),
      );
    numbers('1', 9);
    numbers('2', 9);
    numbers('3', 14);
    const sub = Array.from({ length: 13 }, (_, index) => `2 §2.${index + 1}`);
    expect(clausesOfPart('2')).toEqual(expect.arrayContaining(sub));
    const rows = { K: 15, A: 20, B: 20, C: 20, D: 10, E: 16, F: 13, G: 14, H: 6, I: 11, R: 33 };
    const ids = Object.entries(rows).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(clausesOfPart('guarantees').filter((clause) => !clause.includes('§'))).toEqual(ids);
  });
});

describe('the documents', () => {
  const index = { path: 'docs/decisions/README.md', text: '- [0001](0001-a.md): Why' };
  const guarantees = { path: SPECIFICATION.guarantees, text: '## 0. What\n| K8 | x |' };
  const decision = (name: string, text = '') => ({ path: `docs/decisions/${name}.md`, text });
  const check = (...files: TextFile[]) =>
    findDocumentFaults([index, guarantees, ...files], (path) =>
      ['docs/guide/a.md', 'docs/decisions/0001-a.md'].includes(path),
    );

  it.each<[string, TextFile[], string[]]>([
    ['nothing', [decision('0001-a', 'guarantee K8; [a](../guide/a.md#b), [b](https://b.example/c)')], []],
    [
      'a citation that leads nowhere',
      [decision('0001-a', 'guarantee K9'), { path: 'a.ts', text: '// spec 1 §2' }],
      [
        'docs/decisions/0001-a.md cites K9, which docs/specification does not have.',
        'a.ts cites 1 §2, which docs/specification does not have.',
      ],
    ],
    [
      'a link that leads nowhere',
      [decision('0001-a', '[a](guide/a.md)')],
      ['docs/decisions/0001-a.md links to guide/a.md, which is not there.'],
    ],
    [
      'a decision that is not listed, and two of one number',
      [decision('0001-a'), decision('0001-b')],
      [
        'docs/decisions/0001-b.md needs one line of its own in docs/decisions/README.md: "- [NNNN](file): what it says".',
        '0001-a.md, 0001-b.md share a number.',
      ],
    ],
  ])('are found with %s', (_, files, faults) => expect(check(...files)).toEqual(faults));
});
