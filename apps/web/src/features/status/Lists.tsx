import type { PortalStatus } from '@telltale/contract';
import { Link } from 'wouter';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './status.module.css';
import { durationText } from './status-words.ts';

/** Devices of which the most was set aside, each with the way to what it was. */
export function Misbehaving({ devices, place }: { devices: PortalStatus['devices']; place: string }) {
  return (
    <section className={classes.part} aria-labelledby="status-devices">
      <h2 id="status-devices">Devices whose data is set aside{place}</h2>
      {devices.length === 0 ? (
        <p className={classes.dim}>None since the start.</p>
      ) : (
        <SmallTable label="Devices" headers={['Device', 'Why, the last time', 'Set aside']}>
          {devices.map(({ assetId, gatewayId, name, setAside, reason }) => (
            <tr key={`${assetId}-${gatewayId}`}>
              <td>
                {assetId === null ? name : <Link href={`/assets?panel=${assetId}&panelTab=connection`}>{name}</Link>}
              </td>
              <td>{reason}</td>
              <td>{setAside.toLocaleString()}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </section>
  );
}

/** Calls that people and programs wait for longest. */
export function SlowCalls({ calls, place }: { calls: PortalStatus['calls']; place: string }) {
  return (
    <section className={classes.part} aria-labelledby="status-calls">
      <h2 id="status-calls">Slowest calls since the start{place}</h2>
      {calls.length === 0 ? (
        <p className={classes.dim}>Nobody has called yet.</p>
      ) : (
        <div className={classes.calls}>
          <SmallTable label="Calls" headers={['Call', '95 of 100 within', 'Mean', 'Calls']}>
            {calls.map(({ call, count, meanMs, p95Ms }) => (
              <tr key={call}>
                <td>
                  <code>{call}</code>
                </td>
                <td>{durationText(p95Ms)}</td>
                <td>{durationText(meanMs)}</td>
                <td>{count.toLocaleString()}</td>
              </tr>
            ))}
          </SmallTable>
        </div>
      )}
    </section>
  );
}
