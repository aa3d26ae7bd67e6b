/** Whether an expression can be evaluated. Position in characters where it is known. */
export type ExpressionCheck =
  | { state: 'checking' | 'valid' }
  | { state: 'invalid'; message: string; position: number | undefined };

/** What is wrong with an expression, and where. */
export function faultText(check: ExpressionCheck & { state: 'invalid' }, expression: string): string {
  if (check.position === undefined) return check.message;
  const rest = expression.slice(check.position, check.position + 12);
  return `${check.message} (at character ${check.position + 1}${rest === '' ? '' : `: ${rest}`})`;
}
