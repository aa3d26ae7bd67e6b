import type { NodeStatus, PortalStatus } from '@telltale/contract';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './status.module.css';
import { clockText, fromNowText } from './status-words.ts';

const HEADERS = ['Node', 'Started', 'Clock', 'Partitions', 'Devices', 'Points waiting'];

/** The nodes of a portal of several, and what none of them stores. */
export function Nodes({ cluster, nowMs }: { cluster: NonNullable<PortalStatus['cluster']>; nowMs: number }) {
  const { nodes, lost, partitions, unowned } = cluster;
  return (
    <section className={classes.part} aria-labelledby="status-nodes">
      <h2 id="status-nodes">Nodes</h2>
      <SmallTable label="Nodes" headers={HEADERS} isStacked>
        {nodes.map((node) => (
          <tr key={node.name}>
            <td>
              {node.name}
              <span className={classes.dim}>{remarkOf(node)}</span>
            </td>
            <td data-label={HEADERS[1]}>{fromNowText(Date.parse(node.startedAt), nowMs)}</td>
            <td data-label={HEADERS[2]}>{clockText(node)}</td>
            <td data-label={HEADERS[3]}>
              {node.partitions.toLocaleString()} of {partitions}
            </td>
            <td data-label={HEADERS[4]}>{node.devices.toLocaleString()}</td>
            <td data-label={HEADERS[5]}>{node.pointsWaiting.toLocaleString()}</td>
          </tr>
        ))}
        {lost.map(({ name, version, lostAt }) => (
          <tr key={`${name} is gone`}>
            <td>
              {name}
              <span className={classes.dim}> version {version}</span>
            </td>
            <td colSpan={HEADERS.length - 1} className={classes.warning}>
              Gone without a word {fromNowText(Date.parse(lostAt), nowMs)}. The others do its work; it is forgotten when
              one of its name starts, or after a week.
            </td>
          </tr>
        ))}
      </SmallTable>
      <p className={classes.dim}>
        {unowned === 0
          ? 'Each partition of the assets has a node.'
          : `${unowned} of ${partitions} partitions have no node now: what their assets send is kept and waits.`}
      </p>
    </section>
  );
}

function remarkOf({ version, isThis, hasDuty }: NodeStatus): string {
  const words = [
    `version ${version}`,
    ...(isThis ? ['answers this'] : []),
    ...(hasDuty ? ['does what is done once'] : []),
  ];
  return ` ${words.join(', ')}`;
}
