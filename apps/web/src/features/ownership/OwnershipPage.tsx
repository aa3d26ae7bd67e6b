import { ownership } from '@telltale/contract';
import { lazy, Suspense, useCallback, useState } from 'react';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { usePermissionGuard } from '#pages/administration/use-permission-editing.ts';
import { useSessionStore } from '#session/session-store.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import { Page } from '#ui/page/Page.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { UnitChoice } from './UnitChoice.tsx';
import { UnitOwnership } from './UnitOwnership.tsx';
import { type OwnershipTabName, useOwnershipAddress } from './use-ownership-address.ts';

const UnitsTab = lazy(() => import('./UnitsTab.tsx').then((part) => ({ default: part.UnitsTab })));

const tabs: readonly { name: OwnershipTabName; label: string }[] = [
  { name: 'ownership', label: 'Asset Ownership' },
  { name: 'permissions', label: 'Permissions' },
];
const rootTabs = [...tabs, { name: 'units', label: 'Admin Units' } as const];

/** Who belongs to which group, what the groups reach, and what they may do (spec 2 §2.6). */
export function OwnershipPage() {
  const address = useOwnershipAddress();
  const ownUnit = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const adminId = address.adminId ?? ownUnit;
  // The route asks for permission 1; the units are for its holders in unit 1 only (spec 2 §2.6).
  const isRoot = ownUnit === ownership.ROOT_ADMIN_ID;
  const tab = address.tab === 'units' && !isRoot ? 'ownership' : address.tab;
  const [isChanged, setChanged] = useState(false);
  usePermissionGuard(isChanged);
  const { setUnit } = address;
  const chooseUnit = useCallback((id: number) => setUnit(id === ownUnit ? undefined : id), [setUnit, ownUnit]);

  return (
    <Page
      title="Admin"
      head={
        <>
          {isRoot ? <UnitChoice adminId={adminId} onChange={chooseUnit} /> : null}
          <AdministrationLinks here="/admin" />
        </>
      }
    >
      <PageTabs tabs={isRoot ? rootTabs : tabs} shown={tab} onShow={address.setTab}>
        {tab === 'units' ? (
          <Suspense fallback={<Loading />}>
            <UnitsTab address={address} ownUnit={ownUnit} />
          </Suspense>
        ) : (
          <UnitOwnership
            key={adminId}
            adminId={adminId}
            isOwn={adminId === ownUnit}
            tab={tab}
            address={address}
            onChanged={setChanged}
          />
        )}
      </PageTabs>
    </Page>
  );
}
