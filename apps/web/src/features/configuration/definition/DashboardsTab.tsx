import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dashboards, permissionId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { definitionDashboardsQuery } from '#api/definition-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import panel from '../definitions/panel.module.css';
import { RowIcon } from '../definitions/RowIcon.tsx';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { useZone } from '../page/use-zone.ts';

/** The dashboards that every asset of a definition has. They are drawn on an asset, so an asset is opened to see one. */
export function DashboardsTab({ assetDefinitionId }: PanelProps) {
  const query = definitionDashboardsQuery(assetDefinitionId);
  const list = useQuery({ ...query, refetchOnMount: 'always' });
  const { data } = list;
  const mayDelete = useMay(permissionId('Dashboard', 'Delete'));
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const assets = useQuery({ ...assetListQuery, enabled: mayAssets }).data;
  const example = assets?.find((asset) => asset.assetDefinitionId === assetDefinitionId);
  const zone = useZone();
  const { change, problem } = useChange();

  const remove = ({ dashboardId, dashboardName }: dashboards.DashboardHead) =>
    change({
      ask: {
        title: 'Delete dashboard',
        message: `${dashboardName} leaves every asset of this definition. Are you sure?`,
        confirmLabel: 'Delete',
      },
      said: `${dashboardName} was deleted.`,
      reload: [query.queryKey, queryKeys.dashboards],
      make: () => callApi(dashboards.deleteDashboard, { params: { dashboardId } }),
    });

  return (
    <>
      <Problem text={problem} />
      <Pending query={list} label="Loading the dashboards" failure="The dashboards could not be loaded." rows={4} />
      {data?.length === 0 ? (
        <EmptyState title="This definition has no dashboards.">
          The first one is made when somebody opens one of its assets.
        </EmptyState>
      ) : null}
      {data !== undefined && data.length > 0 ? (
        <>
          <p className={panel.note}>
            {example
              ? `Each opens with the values of ${example.assetAlias || example.serialNumber}; the first is the one that opens by itself.`
              : 'A dashboard shows the values of an asset; this definition has none in sight.'}
          </p>
          <SmallTable
            label="Dashboards"
            headers={['Name', 'Version', 'Saved']}
            isStacked
            {...(mayDelete ? { toolsLabel: 'Delete' } : {})}
          >
            {data.map((dashboard) => (
              <tr key={dashboard.dashboardId}>
                <th scope="row">
                  {example ? (
                    <Link href={`/assets/${example.assetId}/dashboard?dashboardId=${dashboard.dashboardId}`}>
                      {dashboard.dashboardName}
                    </Link>
                  ) : (
                    dashboard.dashboardName
                  )}
                </th>
                <td data-label="Version">{dashboard.version}</td>
                <td>
                  {formatDateTime(Date.parse(dashboard.modified), zone)} by {dashboard.modifiedBy}
                </td>
                {mayDelete ? (
                  <ToolsCell>
                    <RowIcon
                      label={`Delete ${dashboard.dashboardName}`}
                      icon={IconTrash}
                      onClick={() => void remove(dashboard)}
                    />
                  </ToolsCell>
                ) : null}
              </tr>
            ))}
          </SmallTable>
        </>
      ) : null}
    </>
  );
}
