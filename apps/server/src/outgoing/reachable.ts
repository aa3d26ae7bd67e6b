import { isIP } from 'node:net';
import { networkList } from '../network-list.ts';

/** Networks that are nobody's on the internet: this machine, private ones, and what is kept for other purposes. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** All of IPv6 that is public, and what in it stands for an IPv4 address or nobody. */
const PUBLIC_IPV6 = ['2000::/3'];
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const isNotPublicIpv4 = networkList(NOT_PUBLIC_IPV4);
const isPublicIpv6 = networkList(PUBLIC_IPV6);
const isNotPublicIpv6 = networkList(NOT_PUBLIC_IPV6);

/** Which addresses the portal may connect to when somebody else names them: public ones, and networks that are allowed. */
export type IsReachable = (address: string) => boolean;

/** @param allowed addresses and networks (`10.0.0.0/8`) that are allowed although they are not public */
export function reachable(allowed: readonly string[]): IsReachable {
  const isAllowed = networkList(allowed);
  return (address) => {
    const family = isIP(address);
    if (family === 0) return false;
    if (isAllowed(address)) return true;
    if (family === 4) return !isNotPublicIpv4(address);
    return isPublicIpv6(address) && !isNotPublicIpv6(address);
  };
}
