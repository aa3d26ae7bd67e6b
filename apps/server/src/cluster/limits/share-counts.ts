import type { Cluster } from '../open-cluster.ts';

interface Counted<Count> {
  node: string;
  count: Count;
}

/**
 * Answers what tells the other nodes of what was counted here; `follow` hears what they have counted.
 * @param subject under which nodes hear of one another's counts
 */
export function shareCounts<Count>(
  { connection, nodes }: Pick<Cluster, 'connection' | 'nodes'>,
  subject: string,
  follow: (count: Count) => void,
): (count: Count) => void {
  const own = nodes.me.id;
  connection.subscribe(subject, (data) => {
    const { node, count } = data as Counted<Count>;
    if (node !== own) follow(count);
  });
  return (count) => connection.publish(subject, { node: own, count } satisfies Counted<Count>);
}
