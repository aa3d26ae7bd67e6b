import type { FrameSite } from '@telltale/contract';

/** What becomes of an address to show in a frame: a frame with these rights, or the reason why not. */
export type SiteAddress =
  | { kind: 'blocked'; reason: string; href?: string }
  | { kind: 'shown'; href: string; sandbox: string; allow: string };

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';

/**
 * Decides whether an address may stand in a frame: only http(s), never the portal itself, and only sites that an
 * administrator listed (guarantees E10, E11).
 */
export function siteAddress(address: string, sites: readonly FrameSite[], portalOrigin: string): SiteAddress {
  const url = URL.parse(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { kind: 'blocked', reason: 'Only addresses that begin with http:// or https:// can be shown.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'blocked', reason: 'The address must not carry a user name or password.' };
  }
  if (url.origin === portalOrigin) {
    return { kind: 'blocked', reason: 'The portal does not show itself in a frame.' };
  }
  const site = sites.find(({ origin }) => origin === url.origin);
  if (site === undefined) {
    const reason = `${url.host} is not among the sites that may be shown here. An administrator adds it to frames.json.`;
    return { kind: 'blocked', reason, href: url.href };
  }
  const devices = [...(site.camera ? ['camera'] : []), ...(site.microphone ? ['microphone'] : [])];
  // A foreign site gets its own origin back and never the portal's; without one, no browser lends it a device.
  const isItself = site.keepsOrigin || devices.length > 0;
  return {
    kind: 'shown',
    href: url.href,
    sandbox: isItself ? `${SANDBOX} allow-same-origin` : SANDBOX,
    allow: [...devices, 'fullscreen'].map((feature) => `${feature} ${url.origin}`).join('; '),
  };
}
