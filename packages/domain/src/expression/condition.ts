import { type CompiledExpression, compileExpression } from './compile.ts';
import { parseExpression } from './parser.ts';
import { checkCondition } from './type-check.ts';

/**
 * Reads, checks and compiles a condition.
 * @throws ExpressionError with position and reason
 */
export function compileCondition(text: string): CompiledExpression {
  const expression = parseExpression(text);
  checkCondition(expression);
  return compileExpression(expression);
}
