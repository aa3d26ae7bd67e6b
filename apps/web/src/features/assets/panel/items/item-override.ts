import type { ItemDisplay, ItemDisplayOverride } from '@telltale/contract';

/** How a data item is read, with its unit. */
export interface Description {
  readonly unit: string;
  readonly display: ItemDisplay;
}

/** What an asset has differently from its definition; fields that are as the definition has them are left out. */
export function overrideOf(defined: Description, described: Description): ItemDisplayOverride {
  const fields = Object.entries(described.display).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defined.display[name as keyof ItemDisplay]),
  );
  return {
    ...(described.unit === defined.unit ? {} : { unit: described.unit }),
    ...Object.fromEntries(fields),
  };
}
