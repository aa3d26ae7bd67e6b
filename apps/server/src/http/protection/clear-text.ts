import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.ts';
import { networkList } from '../../network-list.ts';
import { HttpError } from '../errors.ts';
import { isLoopback } from './host-check.ts';

/**
 * Answers whether passwords and tokens may come from an address without TLS (guarantee I2): from this machine always, from a trusted
 * proxy too, since it says itself how its visitors came, and from others where the operator allows it.
 */
export function takesClearText(config: Pick<Config, 'allowInsecure' | 'trustedProxies'>): (address: string) => boolean {
  if (config.allowInsecure) return () => true;
  const isProxy = networkList(config.trustedProxies);
  return (sent) => {
    const address = sent.replace(/^::ffff:/i, '');
    return isLoopback(address) || isProxy(address);
  };
}

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
    if (!isTaken(request.ip)) throw new HttpError(403, 'https-only', 'This portal is used over https only.');
  };
}
