import type { assets } from '@telltale/contract';
import { parseLink } from '#ui/links/safe-link.ts';

/** The attribute that puts another site's page in the place of an asset's dashboard (spec 1 §2). */
const INTERFACE_URL = 'interfaceurl';

/**
 * Where an asset is opened: its dashboard, or the page that its attribute `interfaceUrl` names. A path is one of the
 * portal's own pages and is opened as such: the portal never stands in a frame of its own.
 */
export function assetAddress({ assetId, attributes }: Pick<assets.Asset, 'assetId' | 'attributes'>): string {
  const wished = attributes.find(({ attributeName }) => attributeName.toLowerCase() === INTERFACE_URL)?.attributeValue;
  const link = wished === undefined ? undefined : parseLink(wished);
  if (link === undefined) return `/assets/${assetId}/dashboard`;
  return link.isExternal ? `/ifr/${link.href}` : link.href;
}
