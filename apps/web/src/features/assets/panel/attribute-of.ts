import type { assets } from '@telltale/contract';

/** The value of an attribute; names match without regard to case (spec 1 §3). */
export function attributeOf(asset: Pick<assets.Asset, 'attributes'>, name: string): string | undefined {
  const key = name.toLowerCase();
  return asset.attributes.find(({ attributeName }) => attributeName.toLowerCase() === key)?.attributeValue;
}
