import type { provisioning } from '@telltale/contract';
import { formatDate } from '@telltale/domain/format/time.ts';

/** How many assets were made with a key, of how many. */
export function describeMade({
  madeAssets,
  maxAssets,
}: Pick<provisioning.ProvisionKey, 'madeAssets' | 'maxAssets'>): string {
  if (maxAssets !== null) return `${madeAssets} of ${maxAssets} assets made`;
  return madeAssets === 1 ? '1 asset made' : `${madeAssets} assets made`;
}

/** Until when a key works. */
export function describeExpiry(expires: string | null, nowMs: number, zone: string): string {
  if (expires === null) return 'does not expire';
  const day = formatDate(Date.parse(expires), zone);
  return Date.parse(expires) <= nowMs ? `expired on ${day}` : `expires on ${day}`;
}

/** A line for a shell that asks as a device does; the answer holds its access token. */
export function provisionLine(
  origin: string,
  { deviceKey, deviceSecret }: { deviceKey: string; deviceSecret: string },
) {
  const request = {
    deviceName: 'PUMP-7',
    provisionDeviceKey: deviceKey,
    provisionDeviceSecret: deviceSecret,
  };
  return `curl --fail -X POST ${origin}/api/v1/provision -H 'Content-Type: application/json' -d '${JSON.stringify(request)}'`;
}
