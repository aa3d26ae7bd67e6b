import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import type { ClusterAddress } from '#config/cluster-settings.ts';
import { ClusterError, ClusterRefusedError } from './cluster-error.ts';

const CONNECT_MS = 5_000;
const RECONNECT_MS = 250;
/** A server that is frozen keeps its connections open: it is left when it has not answered two of these. */
const PING_MS = 2_000;
const OLDEST = [2, 9] as const;

/**
 * Connects to one of the servers, and to another one for ever when that is lost.
 * @throws ClusterError in one line for whoever set the address
 */
export async function connectToCluster(address: ClusterAddress, name: string): Promise<NatsConnection> {
  const { servers, user, password } = address;
  const nats = await connect({
    servers: [...servers],
    name,
    ...(user !== undefined && password !== undefined && { user, pass: password }),
    timeout: CONNECT_MS,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // Where a question was asked is taken down for each of them otherwise, and each frame of points is one.
    noAsyncTraces: true,
    // An account whose password was changed and changed back is let in again.
    ignoreAuthErrorAbort: true,
  }).catch((error: unknown) => {
    throw whyNot(error, servers);
  });
  const fault = faultOf(nats);
  if (fault === undefined) return nats;
  await nats.close();
  throw new ClusterError(fault);
}

function faultOf({ info }: NatsConnection): string | undefined {
  const [major = 0, minor = 0] = (info?.version ?? '').split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `nats-server is ${info?.version}, which is too old. Use ${OLDEST.join('.')} or later.`;
  }
  if (info?.jetstream !== true) return "nats-server runs without JetStream. Set 'jetstream {}' in its configuration.";
  return undefined;
}

function whyNot(error: unknown, servers: readonly string[]): ClusterError {
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError) {
    return new ClusterRefusedError('nats-server refused the user or the password.', { cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  const text = `none of the servers (${servers.join(', ')}) can be reached: ${reason || 'no answer'}.`;
  return new ClusterError(text, { cause: error });
}
