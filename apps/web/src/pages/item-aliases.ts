import { aliasesOf } from '@telltale/domain';

interface WithAttributes {
  readonly attributes: readonly { readonly attributeName: string; readonly attributeValue: string }[];
}

/** What an asset of a list, or a system, calls its data items: names of attributes match without regard to case (spec 1 §3). */
export function aliasesOfAttributes({ attributes }: WithAttributes): ReadonlyMap<number, string> {
  return aliasesOf(attributes.find(({ attributeName }) => attributeName.toLowerCase() === 'aliasmap')?.attributeValue);
}

/** Data items with what an asset calls them. */
export function withAliases<Item extends { readonly dataItemId: number }>(
  items: readonly Item[],
  asset: WithAttributes,
): (Item & { alias: string | undefined })[] {
  const aliases = aliasesOfAttributes(asset);
  return items.map((item) => ({ ...item, alias: aliases.get(item.dataItemId) }));
}
