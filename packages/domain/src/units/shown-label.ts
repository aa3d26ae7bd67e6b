import type { Conversion } from './conversion.ts';

/**
 * The label that an author gave an axis whose series are shown in another unit: where it names the stored unit, the shown one
 * stands in its place, and else behind it. Empty where there was none.
 */
export function shownLabel(label: string, conversions: readonly (Conversion | undefined)[]): string {
  const own = [...new Set(conversions.filter((conversion) => conversion !== undefined))];
  if (label === '' || own.length === 0) return label;
  let isNamed = false;
  const parts = label.split(/([\s()[\],;]+)/).map((part) => {
    const conversion = own.find((one) => part !== '' && one.isFrom(part));
    if (conversion !== undefined) isNamed = true;
    return conversion?.to ?? part;
  });
  if (isNamed) return parts.join('');
  return `${label} (${[...new Set(own.map(({ to }) => to))].join(', ')})`;
}
