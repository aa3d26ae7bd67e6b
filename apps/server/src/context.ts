import { type Clock, systemClock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { Route } from '#http/route.ts';
import { type Foundation, openFoundation } from './wiring/foundation.ts';
import { type Identity, type IdentityOptions, openIdentity } from './wiring/identity.ts';
import { operationRoutes } from './wiring/operations.ts';

/** The whole object graph, wired by hand. Each group of parts is put together in one file of `wiring/`. */
export interface Context extends Foundation, Identity {
  /** Every route of the portal. */
  readonly routes: readonly Route[];
}

export interface ContextOptions extends IdentityOptions {
  clock?: Clock;
}

/**
 * Opens everything that a portal needs, without listening: the server and the command line both start here. On failure
 * what was opened is closed again.
 */
export async function createContext(config: Config, log: Log, options: ContextOptions = {}): Promise<Context> {
  await using opened = new AsyncDisposableStack();
  const foundation = await openFoundation(config, options.clock ?? systemClock, log, opened);
  const identity = await openIdentity(foundation, options);
  const routes = [...identity.identityRoutes, ...operationRoutes(foundation)];
  return { ...foundation, ...identity, routes, closing: opened.move() };
}
