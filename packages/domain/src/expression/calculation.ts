import { type CompiledExpression, compileExpression } from './compile.ts';
import { ExpressionError } from './expression-error.ts';
import { parseExpression } from './parser.ts';
import { walk } from './syntax.ts';
import { checkMemory, typeOf } from './type-check.ts';

/**
 * Reads, checks and compiles what a data item is calculated by: an expression that gives a number, a text or a condition
 * (1 or 0), over at least one other data item.
 * @throws ExpressionError with position and reason
 */
export function compileCalculation(text: string): CompiledExpression {
  const expression = parseExpression(text);
  typeOf(expression);
  checkMemory(expression);
  for (const part of walk(expression)) {
    if (part.kind !== 'alarm') continue;
    throw new ExpressionError(
      part.at,
      'an alarm cannot be asked for here: alarms are looked at after what is calculated',
    );
  }
  const compiled = compileExpression(expression);
  if (compiled.variables.length === 0) {
    throw new ExpressionError(expression.at, 'a value is calculated from at least one data item, such as _Pressure');
  }
  return compiled;
}
