import type { FrameSite } from '@telltale/contract';
import { fillTemplate, type ReadPathText } from '#tiles/shared/request/fill-template.ts';

/** What becomes of a tile's address: a frame with these rights, or the reason why not. */
export type FrameAddress =
  | { kind: 'none' }
  | { kind: 'blocked'; reason: string; href?: string }
  | { kind: 'shown'; href: string; sandbox: string; allow: string };

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals';

/**
 * Reads the address of a frame. Attributes are encoded as they are filled in, so none can change scheme, host or path.
 * Only http(s), never the portal itself, and only sites that an administrator listed (guarantees E10, E11).
 */
export function frameAddress(
  template: string,
  readPath: ReadPathText,
  sites: readonly FrameSite[],
  portalOrigin: string,
): FrameAddress {
  if (template.trim() === '') return { kind: 'none' };
  const url = URL.parse(fillTemplate(template.trim(), 'url', readPath));
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { kind: 'blocked', reason: 'Only addresses that begin with http:// or https:// can be shown.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'blocked', reason: 'The address must not carry a user name or password.' };
  }
  if (url.origin === portalOrigin) {
    return { kind: 'blocked', reason: 'The portal does not show itself inside a tile.' };
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
