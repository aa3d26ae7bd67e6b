/** Characters of a value that stands beside another one. */
const TOLD = 1_000;

/** A value in words of a table of what changed meanwhile; null: there is none any more. */
export function toldValue(value: string | null): string {
  if (value === null) return '(deleted)';
  if (value === '') return '(empty)';
  return value.length > TOLD ? `${value.slice(0, TOLD)}…` : value;
}
