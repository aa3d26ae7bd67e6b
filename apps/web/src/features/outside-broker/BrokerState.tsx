import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { OutsideBroker } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { Facts } from '#ui/Facts.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import classes from './broker.module.css';

/** Whether the portal is connected to the broker, and what has come of it. */
export function BrokerState({ broker: { connection, gatewayId, file } }: { broker: OutsideBroker }) {
  const zone = useOwnZone();
  if (connection === null) {
    return (
      <EmptyState title="The portal is connected to no MQTT broker but its own.">
        Set TELLTALE_BROKER_URL to the plant's broker and start the portal again. Rules can be written before.
      </EmptyState>
    );
  }
  const { isConnected, address, failure, version, since } = connection;
  const spoken = [file.sparkplug ? 'Sparkplug B' : '', file.gateways ? 'gateway topics' : '', 'topics by rules'];
  return (
    <section aria-label="Connection" className={classes.state}>
      <p className={isConnected ? classes.good : classes.bad} role="status">
        {isConnected ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        {isConnected ? `Connected to ${address}` : `Not connected to ${address}`}
        {since === null ? null : ` since ${formatDateTime(Date.parse(since), zone)}`}
      </p>
      {failure === null ? null : <p className={classes.failure}>{failure}</p>}
      <Facts>
        <dt>Taken in</dt>
        <dd>{spoken.filter((text) => text !== '').join(', ')}</dd>
        <dt>MQTT</dt>
        <dd>
          {version === null ? '– –' : version === 5 ? '5' : '3.1.1'}, client id <code>{connection.clientId}</code>
        </dd>
        <dt>Messages since the start</dt>
        <dd>
          {connection.received.toLocaleString()} received, {connection.done.toLocaleString()} stored or set aside,{' '}
          {connection.waiting.toLocaleString()} on their way to the disk
        </dd>
        <dt>Set aside</dt>
        <dd>
          {connection.setAside.toLocaleString()} that are of no asset
          {gatewayId === null ? null : (
            <>
              {' '}
              (<Link href={`/connect/gateway/${gatewayId}`}>the last of them</Link>)
            </>
          )}
        </dd>
      </Facts>
    </section>
  );
}
