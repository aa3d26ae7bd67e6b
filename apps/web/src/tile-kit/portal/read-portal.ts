import { inView } from '#api/client.ts';

/**
 * Reads an address of the portal that a tile's author gave, as the viewer, or as the user whose view the tab is. Without the
 * header that marks the client's own calls: where a GET would change something, the portal refuses it.
 */
export function readPortal(address: string, headers: [string, string][], signal: AbortSignal): Promise<Response> {
  const own = { credentials: 'same-origin', redirect: 'error', cache: 'no-store' } as const;
  return fetch(inView(address), { headers, signal, ...own });
}
