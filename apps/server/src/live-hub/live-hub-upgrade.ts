import type { Config } from '#config/config.ts';
import { upgradeCheck } from '#http/protection/clear-text.ts';
import { ownNames } from '#http/protection/host-check.ts';
import type { UpgradeTarget } from '#http/upgrades.ts';
import type { LiveHub } from './live-hub.ts';
import { isLivePath, refusalOf } from './upgrade.ts';

/** Lets browsers open the live feed at /mqtt of the HTTP server. */
export function liveHubUpgrade(
  hub: LiveHub,
  config: Pick<Config, 'publicUrl' | 'host' | 'allowInsecure' | 'trustedProxies'>,
): UpgradeTarget {
  const isTaken = upgradeCheck(config);
  const options = { publicUrl: config.publicUrl, isOwnName: ownNames(config) };
  return {
    serves: isLivePath,
    refusalOf: (request) => (isTaken(request) ? refusalOf(request, options) : 403),
    accept: (request, socket, head) => hub.accept(request, socket, head),
    refused: () => hub.refused(),
  };
}
