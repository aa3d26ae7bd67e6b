import { Tabs } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { useSessionStore } from '#app/session-store.ts';
import { usePermissionGuard } from '#app/use-permission-editing.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import { AssetGroupTabs } from './AssetGroupTabs.tsx';
import classes from './asset-groups.module.css';
import { useGroupsAddress } from './use-groups-address.ts';

/** Which assets stand in which asset group (spec 2 §2.7). */
export function AssetGroupsPage() {
  useDocumentTitle('Asset groups – Telltale');
  const address = useGroupsAddress();
  const adminId = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const { data, error, refetch } = useQuery(ownershipQuery(adminId));
  const [isChanged, setChanged] = useState(false);
  usePermissionGuard(isChanged);

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>Asset groups</h1>
        <nav className={classes.links} aria-label="More of the administration">
          <Link href="/admin">Users and groups</Link>
          <Link href="/audit">Audit</Link>
        </nav>
      </header>
      <Tabs
        className={classes.tabs ?? ''}
        value={address.tab}
        onChange={(value) => address.setTab(value === 'permissions' ? 'permissions' : 'groups')}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabList ?? ''}>
          <Tabs.Tab value="groups">Asset Groups</Tabs.Tab>
          <Tabs.Tab value="permissions">Permissions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={address.tab} className={classes.panel ?? ''}>
          {data ? <AssetGroupTabs adminId={adminId} data={data} address={address} onChanged={setChanged} /> : null}
          {data === undefined && error ? (
            <ErrorState
              title="The asset groups could not be loaded."
              message={messageOf(error)}
              onRetry={() => void refetch()}
            />
          ) : null}
          {data === undefined && !error ? <SkeletonRows rows={14} label="Loading asset groups" /> : null}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
