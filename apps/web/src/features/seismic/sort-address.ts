import type { TableSort } from '#ui/table/table-column.ts';

/** `magnitude-desc`, as the address holds it. */
export function writeSort(sort: TableSort | undefined): string | undefined {
  return sort === undefined ? undefined : `${sort.column}-${sort.direction}`;
}

export function readSort(text: string | null): TableSort | undefined {
  const [, column, direction] = /^([a-z]+)-(asc|desc)$/.exec(text ?? '') ?? [];
  return column === undefined ? undefined : { column, direction: direction === 'asc' ? 'asc' : 'desc' };
}
