import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { networkList } from '../../network-list.ts';

/** Who is at the other end of a connection, and whether anybody on the way could read what comes over it. */
export interface Way {
  address: string;
  isClear: boolean;
}

/**
 * How a request came that Fastify does not see, by the same rules as its `trustProxy`: the nearest address that is no
 * trusted proxy, and the scheme that the proxy beside the portal names.
 */
export function wayOfUpgrades(trustedProxies: readonly string[]): (request: IncomingMessage) => Way {
  const isProxy = networkList(trustedProxies);
  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress ?? '');
    if (socket instanceof TLSSocket) return { address: peer, isClear: false };
    if (!isProxy(peer)) return { address: peer, isClear: true };
    const hops = [peer, ...listOf(headers['x-forwarded-for']).map(plain).toReversed()];
    const address = hops.find((hop) => !isProxy(hop)) ?? hops.at(-1) ?? peer;
    return { address, isClear: listOf(headers['x-forwarded-proto']).at(-1) !== 'https' };
  };
}

const plain = (address: string) => address.replace(/^::ffff:/i, '');

const listOf = (header: string | string[] | undefined) =>
  (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').flatMap((part) => part.trim() || []);
