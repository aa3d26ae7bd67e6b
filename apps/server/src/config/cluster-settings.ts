/** Where the nodes of a cluster meet. */
export interface ClusterAddress {
  /** host:port */
  servers: readonly string[];
  user?: string;
  password?: string;
}

/** This process as one node of a portal of several. */
export interface ClusterConfig extends ClusterAddress {
  /** What the node is called; no other has the same name. */
  node: string;
  /** A folder that all nodes mount: what was uploaded, results of exports. */
  filesFolder: string;
}

const NATS_PORT = 4222;
const SHAPE = /^nats:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<servers>[^@/]+)\/?$/;
const SERVER = /^(?:[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::(?<port>\d{1,5}))?$/;
const HIGHEST_PORT = 65_535;

/** What is wrong with an address of the cluster when it cannot be read. */
export const CLUSTER_ADDRESS_RULE =
  'must be like nats://user:password@one.example:4222,two.example:4222,three.example:4222, with special characters as %40';

/** Reads `nats://[user:password@]a,b,c`; undefined: it is no such address. */
export function parseClusterUrl(text: string): ClusterAddress | undefined {
  const parts = SHAPE.exec(text)?.groups;
  const servers = parts?.servers?.split(',').map(serverOf);
  if (parts === undefined || servers === undefined || !servers.every((server) => server !== undefined))
    return undefined;
  if (parts.user === undefined || parts.password === undefined) return { servers };
  const [user, password] = [decoded(parts.user), decoded(parts.password)];
  return user === undefined || password === undefined ? undefined : { servers, user, password };
}

function serverOf(text: string): string | undefined {
  const match = SERVER.exec(text);
  if (match === null) return undefined;
  const port = match.groups?.port;
  if (port === undefined) return `${text}:${NATS_PORT}`;
  return Number(port) > 0 && Number(port) <= HIGHEST_PORT ? text : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
