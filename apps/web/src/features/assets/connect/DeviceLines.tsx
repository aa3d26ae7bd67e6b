import { useQuery } from '@tanstack/react-query';
import { deviceEndpointQuery, NO_MQTT } from '#api/device-endpoint-query.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import classes from './connect.module.css';
import { deviceLines } from './device-lines.ts';

/** Lines to paste into a shell, with the address that this browser uses. */
export function DeviceLines({ accessToken, onCopied }: { accessToken: string; onCopied: () => void }) {
  const { data, isPending } = useQuery(deviceEndpointQuery);
  if (isPending) return <SkeletonRows rows={2} rowHeight={84} label="Loading the addresses of the portal" />;
  const { hostname: host, origin } = window.location;
  const endpoint = data ?? NO_MQTT;
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>Send a first value from a shell</h3>
      {deviceLines({ host, origin, ...endpoint, kind: 'asset', accessToken }).map(({ program, line }) => (
        <div key={program} className={classes.line}>
          <div className={classes.head}>
            <span className={classes.program}>{program}</span>
            <CopyButton text={line} what={`line for ${program}`} onCopied={onCopied} />
          </div>
          <code className={classes.code}>{line}</code>
        </div>
      ))}
      {endpoint.mqttPort === null ? (
        <p className={classes.hint}>This portal takes no MQTT: devices send over HTTP.</p>
      ) : null}
    </section>
  );
}
