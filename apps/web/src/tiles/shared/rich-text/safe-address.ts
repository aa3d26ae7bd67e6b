/** Raster pictures only: an SVG may carry script, and opens as a page of its own when followed. */
const DATA_IMAGE = /^data:image\/(png|jpeg|webp|gif);base64,[a-z0-9+/=\s]+$/i;

/**
 * The portal's own API must not be called by a picture or a link that somebody wrote into a tile: some of its GET calls
 * change state, and the viewer's browser would send the viewer's cookie. Downloading a file only reads.
 */
const OWN_FILE = /^\/api\/files\/\d+\/download$/i;
const OWN_API = /^\/+(api|mqtt|metrics)(\/|$)/i;

function parse(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

function isOwnCall(url: URL, origin: string): boolean {
  if (url.origin !== origin) return false;
  // Decoded, so that /%61pi is seen for what a lenient router would make of it.
  const path = decodePath(url.pathname);
  return OWN_API.test(path) && !OWN_FILE.test(path);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/api/';
  }
}

/** An address that a link in user content may have: http(s), mailto, or a page of the portal. Else undefined. */
export function safeLink(address: string, origin: string): string | undefined {
  const url = parse(address.trim(), origin);
  if (url === undefined) return undefined;
  if (url.protocol === 'mailto:') return url.href;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return isOwnCall(url, origin) ? undefined : url.href;
}

/** An address that a picture in user content may have: a raster data URL, http(s), or a file of the portal. */
export function safePicture(address: string, origin: string): string | undefined {
  const text = address.trim();
  if (DATA_IMAGE.test(text)) return text;
  const url = parse(text, origin);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.origin === origin && !OWN_FILE.test(url.pathname)) return undefined;
  return url.href;
}
