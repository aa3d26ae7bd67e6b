import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { gateways } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { gatewayListQuery } from '#api/gateway-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { DeviceAccessLinks } from '#pages/devices/DeviceAccessLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Page } from '#ui/page/Page.tsx';
import frame from '#ui/page/page.module.css';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import classes from './gateways.module.css';

/** The tokens of gateways and Sparkplug edges: which there are, and the ways to make and end them. */
export function GatewaysPage() {
  const zone = useOwnZone();
  const client = useQueryClient();
  const list = useQuery(gatewayListQuery);
  const revoke = useMutation({
    mutationFn: ({ gatewayId }: gateways.Gateway) => callApi(gateways.deleteGateway, { params: { gatewayId } }),
    onSuccess: (_reply, { name }) => toast(`The token of ${name} has ended.`),
    onError: (failure, { name }) => toast(`The token of ${name} still works. ${messageOf(failure)}`, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: gatewayListQuery.queryKey }),
  });
  const ask = async (gateway: gateways.Gateway) => {
    const isAgreed = await confirm({
      title: `Revoke the token of ${gateway.name}?`,
      message: 'Its connection ends at once, and nothing of the devices behind it arrives. Their assets stay.',
      confirmLabel: 'Revoke',
      isDestructive: true,
    });
    if (isAgreed) revoke.mutate(gateway);
  };

  return (
    <Page
      title="Gateway tokens"
      columnWidth={960}
      head={
        <>
          <DeviceAccessLinks here="/gateways" journalKind="gateway" />
          <Button component={Link} href="/connect/gateway" className={frame.end ?? ''}>
            New gateway
          </Button>
          <AdministrationLinks here="/gateways" />
        </>
      }
    >
      <Pending query={list} label="Loading gateways" failure="The gateways could not be loaded." rows={4} />
      {list.data?.length === 0 ? (
        <EmptyState title="There are no gateways.">
          A gateway or a Sparkplug edge speaks for many devices with one token. Make one with New gateway.
        </EmptyState>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <SmallTable label="Gateways" headers={['Name', 'Created']} toolsLabel="Revoke">
          {list.data.map((gateway) => (
            <tr key={gateway.gatewayId}>
              <td>
                <Link href={`/connect/gateway/${gateway.gatewayId}`} className={classes.name}>
                  {gateway.name}
                </Link>
              </td>
              <td>{formatDateTime(Date.parse(gateway.created), zone)}</td>
              <ToolsCell>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Revoke ${gateway.name}`}
                  onClick={() => void ask(gateway)}
                >
                  Revoke
                </Button>
              </ToolsCell>
            </tr>
          ))}
        </SmallTable>
      ) : null}
    </Page>
  );
}
