import { ExpressionError } from './expression-error.ts';

export interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  /** The sign or word in lower case; of a text what stands between its quotes. */
  readonly text: string;
  /** As it is spelt. */
  readonly spelt: string;
  readonly at: number;
}

/** The longest expression, characters. */
export const MAX_EXPRESSION_LENGTH = 10_000;

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /<>|<=|>=|[+\-*/%^=<>(),]/y;
const SPACE = /\s+/y;

/** What people write who know other languages. */
const HINTS: readonly [string, string][] = [
  ['==', 'write = for equal'],
  ['!=', 'write <> for not equal'],
  ['&&', 'write and'],
  ['||', 'write or'],
  ['!', 'write not'],
  ['.', 'members cannot be used'],
  ['[', 'members cannot be used'],
];

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** @throws ExpressionError */
export function tokenize(text: string): Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError(MAX_EXPRESSION_LENGTH, `an expression has at most ${MAX_EXPRESSION_LENGTH} characters`);
  }
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const hint = HINTS.find(([sign]) => text.startsWith(sign, at) && !/^\.\d/.test(text.slice(at, at + 2)));
    if (hint) throw new ExpressionError(at, hint[1]);
    if (text[at] === '"' || text[at] === "'") {
      const { value, end } = readText(text, at);
      tokens.push({ kind: 'text', text: value, spelt: text.slice(at, end), at });
      at = end;
      continue;
    }
    const token = numberAt(match(NUMBER), at) ?? wordAt(match(WORD), at) ?? signAt(match(SIGN), at);
    if (!token) throw new ExpressionError(at, `${JSON.stringify(characterAt(text, at))} has no meaning here`);
    tokens.push(token);
    at += token.spelt.length;
  }
  tokens.push({ kind: 'end', text: '', spelt: '', at: text.length });
  return tokens;
}

function numberAt(spelt: string | undefined, at: number): Token | undefined {
  if (spelt === undefined) return undefined;
  if (!Number.isFinite(Number(spelt))) throw new ExpressionError(at, 'the number is too large');
  return { kind: 'number', text: spelt, spelt, at };
}

function wordAt(spelt: string | undefined, at: number): Token | undefined {
  return spelt === undefined ? undefined : { kind: 'word', text: spelt.toLowerCase(), spelt, at };
}

function signAt(spelt: string | undefined, at: number): Token | undefined {
  return spelt === undefined ? undefined : { kind: 'sign', text: spelt, spelt, at };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function readText(text: string, from: number): { value: string; end: number } {
  const quote = text[from];
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] as string;
    if (character === quote) return { value, end: at + 1 };
    if (character !== '\\') {
      value += character;
      continue;
    }
    at++;
    const escaped = text[at] ?? '';
    if (escaped === 'u') {
      const digits = /^[0-9a-f]{4}/i.exec(text.slice(at + 1, at + 5))?.[0];
      if (digits === undefined) throw new ExpressionError(at - 1, '\\u is followed by four hexadecimal digits');
      value += String.fromCharCode(Number.parseInt(digits, 16));
      at += 4;
    } else if (escaped === '"' || escaped === "'" || escaped === '\\') value += escaped;
    else if (ESCAPES[escaped] !== undefined && Object.hasOwn(ESCAPES, escaped)) value += ESCAPES[escaped];
    else throw new ExpressionError(at - 1, 'the backslash is followed by something that cannot be escaped');
  }
  throw new ExpressionError(from, 'the text has no closing quote');
}
