import { useQuery } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { adminUnitsQuery, ownershipQuery } from '#api/ownership-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useSessionStore } from '#session/session-store.ts';
import { Page } from '#ui/page/Page.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { AssetQuestion } from './AssetQuestion.tsx';
import { UserQuestion } from './UserQuestion.tsx';
import { useAccessAddress } from './use-access-address.ts';

const tabs = [
  { name: 'asset', label: 'Who can see this?' },
  { name: 'user', label: 'What may this user?' },
] as const;

/** Two questions about rights, answered by the portal; the address is the question. */
export function AccessPage() {
  const address = useAccessAddress();
  const ownUnit = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const records = useQuery(ownershipQuery(ownUnit));
  const units = useQuery(adminUnitsQuery).data;
  const unitName = (adminId: number) =>
    adminId === ownUnit ? undefined : units?.find((unit) => unit.adminId === adminId)?.adminName;
  return (
    <Page title="Who may what" head={<AdministrationLinks here="/access" />} growsOnPhone>
      <PageTabs tabs={tabs} shown={address.about} onShow={address.ask}>
        {records.data === undefined ? null : address.about === 'asset' ? (
          <AssetQuestion assets={records.data.assets} address={address} unitName={unitName} />
        ) : (
          <UserQuestion users={records.data.users} address={address} unitName={unitName} />
        )}
        <Pending
          query={records}
          label="Loading users and assets"
          failure="Users and assets could not be loaded."
          rows={6}
        />
      </PageTabs>
    </Page>
  );
}
