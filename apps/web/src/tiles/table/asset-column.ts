import type { TableColumn } from '#ui/table/table-column.ts';

/** Whose record a row is, where a system's dashboard gathers those of the assets in its slots; else no column. */
export function assetColumn<Row extends { assetId: number | null }>(
  nameOf: ((assetId: number | null) => string) | undefined,
): TableColumn<Row>[] {
  if (nameOf === undefined) return [];
  return [{ id: 'asset', header: 'Asset', value: ({ assetId }) => nameOf(assetId) || null }];
}
