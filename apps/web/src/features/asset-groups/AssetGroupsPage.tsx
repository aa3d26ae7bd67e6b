import { useQuery } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { useState } from 'react';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { usePermissionGuard } from '#pages/administration/use-permission-editing.ts';
import { Pending } from '#pages/Pending.tsx';
import { useSessionStore } from '#session/session-store.ts';
import { Page } from '#ui/page/Page.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { AssetGroupTabs } from './AssetGroupTabs.tsx';
import { useGroupsAddress } from './use-groups-address.ts';

const tabs = [
  { name: 'groups', label: 'Asset Groups' },
  { name: 'permissions', label: 'Permissions' },
] as const;

/** Which assets stand in which asset group (spec 2 §2.7). */
export function AssetGroupsPage() {
  const address = useGroupsAddress();
  const adminId = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const records = useQuery(ownershipQuery(adminId));
  const { data } = records;
  const [isChanged, setChanged] = useState(false);
  usePermissionGuard(isChanged);

  return (
    <Page title="Asset groups" head={<AdministrationLinks here="/assetgroups" />}>
      <PageTabs tabs={tabs} shown={address.tab} onShow={address.setTab}>
        {data ? <AssetGroupTabs adminId={adminId} data={data} address={address} onChanged={setChanged} /> : null}
        <Pending
          query={records}
          label="Loading asset groups"
          failure="The asset groups could not be loaded."
          rows={14}
        />
      </PageTabs>
    </Page>
  );
}
