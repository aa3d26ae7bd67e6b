import { callOf } from './calls.ts';
import { ExpressionError } from './expression-error.ts';
import { type BinaryOperator, type Expression, LEVEL_COMPARE, LEVEL_NOT, operatorLevels } from './syntax.ts';
import { type Token, tokenize } from './tokenizer.ts';

/** How deep parentheses, functions and signs may be nested. */
export const MAX_EXPRESSION_DEPTH = 100;
/** How many parts an expression may have: an evaluation looks at each of them once, so this is its step budget. */
export const MAX_EXPRESSION_PARTS = 2_000;

/**
 * Reads an expression (spec 3 §7). `min(_X, 60)` and `max(_X, 60)` of a variable and a number are functions over the last
 * 60 seconds; with the arguments the other way round they are the smaller and the greater of two numbers.
 * @throws ExpressionError
 */
export function parseExpression(text: string): Expression {
  return new Parser(tokenize(text)).whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #parts = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#expression();
    const rest = this.#peek();
    if (rest.kind !== 'end') throw new ExpressionError(rest.at, `${spell(rest)} was not expected here`);
    return expression;
  }

  #expression(): Expression {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) {
      throw new ExpressionError(this.#peek().at, `an expression is nested at most ${MAX_EXPRESSION_DEPTH} deep`);
    }
    const expression = this.#binary(1);
    this.#depth--;
    return expression;
  }

  /** Operators of this level and those that bind tighter, from left to right. */
  #binary(level: number): Expression {
    if (level === LEVEL_NOT) return this.#not();
    let left = this.#operand(level);
    for (;;) {
      const token = this.#peek();
      const operator = operatorOf(token);
      if (operator === undefined || operatorLevels[operator] !== level) return left;
      this.#next++;
      left = this.#part({ kind: 'binary', operator, left, right: this.#operand(level), at: token.at });
    }
  }

  #operand(level: number): Expression {
    return level === operatorLevels['^'] ? this.#negate() : this.#binary(level + 1);
  }

  #not(): Expression {
    const token = this.#peek();
    if (!isWord(token, 'not')) return this.#in();
    this.#next++;
    return this.#part({ kind: 'not', operand: this.#deeper(() => this.#not()), at: token.at });
  }

  #in(): Expression {
    const value = this.#binary(LEVEL_COMPARE);
    const token = this.#peek();
    if (!isWord(token, 'in')) return value;
    this.#next++;
    return this.#part({ kind: 'in', value, list: this.#arguments(), at: token.at });
  }

  #negate(): Expression {
    const token = this.#peek();
    if (!isSign(token, '-')) return this.#primary();
    this.#next++;
    return this.#part({ kind: 'negate', operand: this.#deeper(() => this.#negate()), at: token.at });
  }

  #primary(): Expression {
    const token = this.#peek();
    this.#next++;
    if (token.kind === 'number') return this.#part({ kind: 'number', value: Number(token.text), at: token.at });
    if (token.kind === 'text') return this.#part({ kind: 'text', value: token.text, at: token.at });
    if (isSign(token, '(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (token.kind === 'word') return this.#word(token);
    throw new ExpressionError(token.at, `a value was expected, not ${spell(token)}`);
  }

  #word(token: Token): Expression {
    const { text, at } = token;
    if (text === 'true' || text === 'false') return this.#part({ kind: 'boolean', value: text === 'true', at });
    if (text.startsWith('_')) return this.#part({ kind: 'variable', name: token.spelt, at });
    if (!isSign(this.#peek(), '(')) {
      const reason = isReserved(text)
        ? `a value was expected, not ${token.spelt}`
        : `${token.spelt} is unknown; the variable of a data item begins with _`;
      throw new ExpressionError(at, reason);
    }
    return this.#part(callOf(token, this.#arguments()));
  }

  #arguments(): Expression[] {
    this.#expect('(');
    const list = [this.#expression()];
    while (isSign(this.#peek(), ',')) {
      this.#next++;
      list.push(this.#expression());
    }
    this.#expect(')');
    return list;
  }

  #deeper(read: () => Expression): Expression {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) {
      throw new ExpressionError(this.#peek().at, `an expression is nested at most ${MAX_EXPRESSION_DEPTH} deep`);
    }
    const expression = read();
    this.#depth--;
    return expression;
  }

  #part(expression: Expression): Expression {
    if (++this.#parts > MAX_EXPRESSION_PARTS) {
      throw new ExpressionError(expression.at, `an expression has at most ${MAX_EXPRESSION_PARTS} parts`);
    }
    return expression;
  }

  #expect(sign: string): void {
    const token = this.#peek();
    if (!isSign(token, sign)) throw new ExpressionError(token.at, `${sign} was expected, not ${spell(token)}`);
    this.#next++;
  }

  #peek(): Token {
    return this.#tokens[this.#next] as Token;
  }
}

function operatorOf(token: Token): BinaryOperator | undefined {
  if (token.kind !== 'sign' && token.kind !== 'word') return undefined;
  return Object.hasOwn(operatorLevels, token.text) ? (token.text as BinaryOperator) : undefined;
}

const isSign = (token: Token, sign: string) => token.kind === 'sign' && token.text === sign;
const isWord = (token: Token, word: string) => token.kind === 'word' && token.text === word;
const isReserved = (name: string) => ['and', 'or', 'xor', 'not', 'in', 'if'].includes(name);
const spell = (token: Token) => (token.kind === 'end' ? 'the end' : token.spelt);
