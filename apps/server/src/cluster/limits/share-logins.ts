import type { LoginCount } from '#features/auth/login-throttle.ts';
import type { Cluster } from '../open-cluster.ts';

const SUBJECT = 'telltale.limits.logins';

interface Counted extends LoginCount {
  node: string;
}

/** Answers what tells the other nodes of what was counted here; `follow` hears what they have counted. */
export function shareLogins(
  { connection, nodes }: Pick<Cluster, 'connection' | 'nodes'>,
  follow: (count: LoginCount) => void,
): (count: LoginCount) => void {
  const own = nodes.me.id;
  connection.subscribe(SUBJECT, (data) => {
    const { node, ...count } = data as Counted;
    if (node !== own) follow(count);
  });
  return (count) => connection.publish(SUBJECT, { ...count, node: own } satisfies Counted);
}
