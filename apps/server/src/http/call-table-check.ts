import type { Call } from '@telltale/contract';
import type { Route } from './route.ts';

const keyOf = (call: Call) => `${call.method} ${call.path.toLowerCase().replaceAll(/\{\w+\}/g, '{}')}`;

/**
 * Holds the routes against the contract's call table: every row has exactly one handler, every handler a row.
 * @returns what is wrong, one line each
 */
export function findTableFaults(table: readonly Call[], routes: readonly Route[]): string[] {
  const faults: string[] = [];
  const rows = new Map(table.map((call) => [keyOf(call), call]));
  if (rows.size !== table.length) faults.push('The call table has two rows for one method and path.');
  const bound = new Set<string>();
  for (const { call } of routes) {
    const key = keyOf(call);
    if (bound.has(key)) faults.push(`${key} has two handlers.`);
    if (rows.get(key) !== call) faults.push(`${key} has a handler but is no row of the call table.`);
    bound.add(key);
  }
  for (const key of rows.keys()) if (!bound.has(key)) faults.push(`${key} has no handler.`);
  return faults;
}
