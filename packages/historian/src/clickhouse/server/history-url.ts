import { HistoryServerError } from './history-server-error.ts';

/** Where the history is kept, as TELLTALE_HISTORY_URL says it. */
export interface HistoryTarget {
  /** http(s)://host:port, without a password. */
  url: string;
  username: string;
  password: string;
  database: string;
  /** Of several servers; undefined: it is one. */
  cluster: string | undefined;
}

const PORTS: Readonly<Record<string, string>> = { 'clickhouse:': '8123', 'clickhouses:': '8443' };
/** What may stand in SQL as a name. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,62}$/u;

/**
 * Takes clickhouse(s)://user:password@host:8123/database?cluster=name apart.
 * @throws HistoryServerError that names what is wrong, and never the password
 */
export function parseHistoryUrl(text: string): HistoryTarget {
  const url = URL.parse(text);
  const port = PORTS[url?.protocol ?? ''];
  if (!url || port === undefined || url.hostname === '') {
    throw new HistoryServerError('must be an address clickhouse://user:password@host:8123/database');
  }
  const database = decode(url.pathname.slice(1)) || 'default';
  const cluster = url.searchParams.get('cluster') ?? undefined;
  for (const name of url.searchParams.keys()) {
    if (name !== 'cluster') throw new HistoryServerError(`knows no ?${name}=, only ?cluster=`);
  }
  if (!NAME.test(database)) throw new HistoryServerError(`${database} is no name of a database`);
  if (cluster !== undefined && !NAME.test(cluster)) throw new HistoryServerError(`${cluster} is no name of a cluster`);
  return {
    url: `${url.protocol === 'clickhouses:' ? 'https' : 'http'}://${url.hostname}:${url.port || port}`,
    username: decode(url.username) || 'default',
    password: decode(url.password),
    database,
    cluster,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HistoryServerError('has a % that is no escape: write it as %25');
  }
}
