import type { FrameSite } from '@telltale/contract';
import { fillTemplate, type ReadPathText } from '#tiles/shared/request/fill-template.ts';
import { type SiteAddress, siteAddress } from '#ui/links/site-address.ts';

/** Reads the address of a tile. Attributes are encoded as they are filled in: none can change scheme, host or path. */
export function frameAddress(
  template: string,
  readPath: ReadPathText,
  sites: readonly FrameSite[],
  portalOrigin: string,
): SiteAddress | { kind: 'none' } {
  const text = template.trim();
  if (text === '') return { kind: 'none' };
  return siteAddress(fillTemplate(text, 'url', readPath), sites, portalOrigin);
}
