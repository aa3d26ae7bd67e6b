import { isIPv6 } from 'node:net';

/** An IPv6 user holds a whole /64: it counts as one address. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const full = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return `${full.slice(0, 4).join(':')}/64`;
}

/** The neighbourhood of an address: its /24, or its /48. */
export function subnetKey(address: string): string {
  const key = addressKey(address);
  if (key.endsWith('/64')) return `${key.split(':').slice(0, 3).join(':')}/48`;
  return `${key.split('.').slice(0, 3).join('.')}/24`;
}
