/** The frame's source: what follows `/ifr/`, and the query (spec 2 §2.1). Addresses that were encoded whole are read too. */
export function readSitePath(path: string, search: string): string {
  const rest = path.replace(/^\/ifr\/?/i, '');
  const address = /^https?%3A/i.test(rest) ? decode(rest) : withBothSlashes(rest);
  return search === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${search}`;
}

/** Proxies and browsers fold `//` inside a path into one slash. */
function withBothSlashes(address: string): string {
  return address.replace(/^(https?):\/+/i, '$1://');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
