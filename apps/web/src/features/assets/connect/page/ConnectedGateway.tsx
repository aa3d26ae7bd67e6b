import { useQuery } from '@tanstack/react-query';
import { gatewayListQuery } from '#api/gateway-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { GatewayArrivals } from '../arrivals/GatewayArrivals.tsx';
import { ConnectLayout } from './ConnectLayout.tsx';

interface ConnectedGatewayProps {
  gatewayId: number;
  token: string | undefined;
  onKept: () => void;
}

/** The second step for a gateway or a Sparkplug edge. */
export function ConnectedGateway({ gatewayId, token, onKept }: ConnectedGatewayProps) {
  const query = useQuery(gatewayListQuery);
  const gateway = query.data?.find((one) => one.gatewayId === gatewayId);
  if (query.data === undefined) {
    return <Pending query={query} label="Loading the gateway" failure="The gateway could not be loaded." rows={8} />;
  }
  // A list from before it was made is asked for again by now.
  if (!gateway && token === undefined) {
    return <EmptyState title="There is no such gateway.">Its token was revoked, or it is another unit’s.</EmptyState>;
  }
  return (
    <ConnectLayout
      kind="gateway"
      name={gateway?.name ?? 'Gateway'}
      token={token}
      onKept={onKept}
      hint={
        token === undefined
          ? 'The access token was shown once. A lost one is replaced by a new gateway; revoke the old one then.'
          : 'The gateway sends it as its MQTT user name. The portal keeps only a fingerprint of it.'
      }
    >
      <GatewayArrivals gatewayId={gatewayId} onReceived={onKept} />
    </ConnectLayout>
  );
}
