import type { AssetId, DataItemId, history, ItemScaling } from '@telltale/contract';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import type { ExportColumn } from '#table-files/export-plan.ts';

/** A data item as it is called on its asset. */
export interface NamedItem {
  assetId: AssetId;
  asset: string;
  dataItemId: DataItemId;
  item: string;
  unit: string;
  isText: boolean;
  scaling?: ItemScaling | undefined;
  /** How its values become those that the owner reads. */
  conversion?: Conversion | undefined;
}

/** A count has no unit, a step of a counter no zero; a sum of values with another zero is none of the other unit. */
function inUnit(
  { from, to, factor, offset }: Conversion,
  of: history.AggregateFunction | null,
): Pick<ExportColumn, 'unit' | 'line' | 'storedUnit'> | undefined {
  if (of === 'count') return { unit: to };
  if (of === 'sum' && offset !== 0) return undefined;
  return { unit: to, storedUnit: from, line: { factor, offset: of === 'delta' ? 0 : offset } };
}

/**
 * The columns of an export: `Label (unit)`, with the asset before it where there are several, and no name twice whatever
 * its case: SQLite's names know none. In a SQLite file each asset has a view of its own, so the asset is not in the names.
 */
export function exportColumns(
  items: readonly NamedItem[],
  functions: readonly history.AggregateFunction[],
  isSqlite: boolean,
): ExportColumn[] {
  const hasSeveral = !isSqlite && new Set(items.map(({ assetId }) => assetId)).size > 1;
  const taken = new Set<string>();
  const asked = functions.length === 0 ? [null] : functions;
  return items.flatMap(({ conversion, ...item }) =>
    asked.map((of): ExportColumn => {
      const converted = conversion && inUnit(conversion, of);
      const unit = converted?.unit ?? item.unit;
      const label = unit === '' ? item.item : `${item.item} (${unit})`;
      const base = [hasSeveral ? `${item.asset}: ${label}` : label, of].filter((part) => part !== null).join(' ');
      const scope = isSqlite ? `${item.assetId} ` : '';
      let name = base;
      for (let n = 2; taken.has(scope + name.toLowerCase()) || name.toLowerCase() === 'time'; n++)
        name = `${base} ${n}`;
      taken.add(scope + name.toLowerCase());
      return { ...item, ...converted, of, name };
    }),
  );
}
