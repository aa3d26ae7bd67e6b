import { ownNames } from '#http/protection/host-check.ts';
import type { UpgradeTarget } from '#http/upgrades.ts';
import type { LiveHub } from './live-hub.ts';
import { isLivePath, refusalOf } from './upgrade.ts';

/** Lets browsers open the live feed at /mqtt of the HTTP server. */
export function liveHubUpgrade(hub: LiveHub, config: { publicUrl: string | undefined; host: string }): UpgradeTarget {
  const options = { publicUrl: config.publicUrl, isOwnName: ownNames(config) };
  return {
    serves: isLivePath,
    refusalOf: (request) => refusalOf(request, options),
    accept: (request, socket, head) => hub.accept(request, socket, head),
    refused: () => hub.refused(),
  };
}
