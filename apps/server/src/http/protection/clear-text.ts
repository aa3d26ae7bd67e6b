import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { networkList } from '../../network-list.ts';
import { HttpError } from '../errors.ts';
import { isLoopback } from './host-check.ts';
import { wayOfUpgrades } from './way-of-upgrades.ts';

/**
 * Answers whether passwords and tokens may come from an address without TLS (guarantee I2): from this machine always, from a trusted
 * proxy too, since it says itself how its visitors came, and from others where the operator allows it.
 */
export function takesClearText(
  config: Pick<Config, 'allowInsecure' | 'trustedProxies'>,
): (address: string | undefined) => boolean {
  if (config.allowInsecure) return () => true;
  const isProxy = networkList(config.trustedProxies);
  return (sent) => {
    // Who went away before the request was looked at has no address any more, whatever Fastify's types say.
    if (sent === undefined) return false;
    const address = sent.replace(/^::ffff:/i, '');
    return isLoopback(address) || isProxy(address);
  };
}

/** True when nobody of another machine can come: without TLS they may not, and here is none, nor a proxy that has it. */
export function isForThisMachineAlone({
  allowInsecure,
  tls,
  trustedProxies,
}: Pick<Config, 'allowInsecure' | 'tls' | 'trustedProxies'>): boolean {
  return !allowInsecure && tls === undefined && trustedProxies.length === 0;
}

const ONLY_SECURE =
  'From other machines this portal is used over https only. Who runs it can allow http on a network to be trusted (TELLTALE_ALLOW_INSECURE).';

/** Whether it serves is asked by what watches the portal, and tells nobody anything. */
const HEALTH = '/api/health';

/** Makes the check of the way on which a call comes; pages are shown, and say why the calls behind them are refused. */
export function connectionCheck(
  config: Pick<Config, 'allowInsecure' | 'trustedProxies'>,
): (request: FastifyRequest) => void {
  const isTaken = takesClearText(config);
  return (request) => {
    const path = request.url.toLowerCase();
    if (request.protocol === 'https' || !path.startsWith('/api/') || path.startsWith(HEALTH)) return;
    if (!isTaken(request.ip)) throw new HttpError(403, 'https-only', ONLY_SECURE);
  };
}

/** The same for connections that are to become a WebSocket, which carry a token in their first message. */
export function upgradeCheck(
  config: Pick<Config, 'allowInsecure' | 'trustedProxies'>,
): (request: IncomingMessage) => boolean {
  const isTaken = takesClearText(config);
  const wayOf = wayOfUpgrades(config.trustedProxies);
  return (request) => {
    const { isClear, address } = wayOf(request);
    return !isClear || isTaken(address);
  };
}
