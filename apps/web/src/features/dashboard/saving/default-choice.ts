import { type LayoutSize, layoutSizes } from '@telltale/contract';

interface Attribute {
  readonly attributeName: string;
  readonly attributeValue: string;
}

/** The attribute that names the default dashboard of a layout size (spec 1 §3). */
export function preferenceName(size: LayoutSize): string {
  return `pref-dash-${size}`;
}

/**
 * The dashboards that attributes name as the default for a layout size. A user's own attribute holds one for each
 * definition, so it is a list; names match without regard to case.
 */
export function preferredIds(attributes: readonly Attribute[], size: LayoutSize): number[] {
  const name = preferenceName(size);
  const value = attributes.find(({ attributeName }) => attributeName.toLowerCase() === name)?.attributeValue ?? '';
  return value
    .split(',')
    .map((part) => Number(part.trim()))
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** The dashboard that opens at a layout size: the user's own choice, else the asset's, else the first. */
export function chooseDashboard<Dashboard extends { readonly dashboardId: number }>(
  list: readonly Dashboard[],
  attributes: { readonly own: readonly Attribute[]; readonly shared: readonly Attribute[] },
  size: LayoutSize,
): Dashboard | undefined {
  const wished = [...preferredIds(attributes.own, size), ...preferredIds(attributes.shared, size)];
  for (const id of wished) {
    const found = list.find(({ dashboardId }) => dashboardId === id);
    if (found !== undefined) return found;
  }
  return list[0];
}

/** The value of a user's own attribute after another choice among the dashboards of one definition. */
export function withChoice(before: readonly number[], siblings: readonly number[], chosen: number | undefined): string {
  const others = before.filter((id) => !siblings.includes(id));
  return [...others, ...(chosen === undefined ? [] : [chosen])].join(',');
}

/** From large to small, as people name them (spec 1 §2). */
export const sizeLabels: Readonly<Record<LayoutSize, string>> = {
  lg: 'Large (PC)',
  sm: 'Small (tablet)',
  xxs: 'Extra small (mobile)',
};

export const sizesFromLarge: readonly LayoutSize[] = layoutSizes.toReversed();
