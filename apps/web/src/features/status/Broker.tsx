import type { BrokerConnection } from '@telltale/contract';
import { Link } from 'wouter';
import { Facts } from '#ui/Facts.tsx';
import classes from './status.module.css';
import { fromNowText } from './status-words.ts';

/** How the portal stands with the plant's own MQTT broker. */
export function Broker({ broker, nowMs }: { broker: BrokerConnection; nowMs: number }) {
  const { isConnected, address, since, failure, received, done, waiting, reconnects } = broker;
  const when = since === null ? '' : `, ${fromNowText(Date.parse(since), nowMs)}`;
  return (
    <section className={classes.part} aria-labelledby="status-broker">
      <h2 id="status-broker">MQTT broker of the plant</h2>
      <Facts>
        <dt>
          <Link href="/broker">{address}</Link>
        </dt>
        <dd>{`${isConnected ? 'connected' : 'not connected'}${when}`}</dd>
        {failure === null ? null : (
          <>
            <dt>Why</dt>
            <dd>{failure}</dd>
          </>
        )}
        <dt>Messages since the start</dt>
        <dd>
          {received.toLocaleString()} received, {done.toLocaleString()} stored or set aside, {waiting.toLocaleString()}{' '}
          on their way to the disk
        </dd>
        <dt>Connected anew</dt>
        <dd>{reconnects.toLocaleString()} times</dd>
      </Facts>
    </section>
  );
}
