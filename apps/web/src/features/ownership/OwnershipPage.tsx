import { Tabs } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { ownership } from '@telltale/contract';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useSessionStore } from '#app/session-store.ts';
import { usePermissionGuard } from '#app/use-permission-editing.ts';
import { Loading } from '#ui/Loading.tsx';
import classes from './ownership.module.css';
import { UnitChoice } from './UnitChoice.tsx';
import { UnitOwnership } from './UnitOwnership.tsx';
import { type OwnershipTabName, useOwnershipAddress } from './use-ownership-address.ts';

const UnitsTab = lazy(() => import('./UnitsTab.tsx').then((part) => ({ default: part.UnitsTab })));

/** Who belongs to which group, what the groups reach, and what they may do (spec 2 §2.6). */
export function OwnershipPage() {
  useDocumentTitle('Admin – Telltale');
  const address = useOwnershipAddress();
  const ownUnit = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const adminId = address.adminId ?? ownUnit;
  // The route asks for permission 1; the units are for its holders in unit 1 only (spec 2 §2.6).
  const isRoot = ownUnit === ownership.ROOT_ADMIN_ID;
  const tab = address.tab === 'units' && !isRoot ? 'ownership' : address.tab;
  const [isChanged, setChanged] = useState(false);
  usePermissionGuard(isChanged);

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>Admin</h1>
        {isRoot ? (
          <UnitChoice adminId={adminId} onChange={(id) => address.setUnit(id === ownUnit ? undefined : id)} />
        ) : null}
        <nav className={classes.links} aria-label="More of the administration">
          <Link href="/assetgroups">Asset groups</Link>
          <Link href="/audit">Audit</Link>
        </nav>
      </header>
      <Tabs
        className={classes.tabs ?? ''}
        value={tab}
        onChange={(value) => address.setTab((value ?? 'ownership') as OwnershipTabName)}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabList ?? ''}>
          <Tabs.Tab value="ownership">Asset Ownership</Tabs.Tab>
          <Tabs.Tab value="permissions">Permissions</Tabs.Tab>
          {isRoot ? <Tabs.Tab value="units">Admin Units</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          {tab === 'units' ? (
            <Suspense fallback={<Loading />}>
              <UnitsTab address={address} ownUnit={ownUnit} />
            </Suspense>
          ) : (
            <UnitOwnership key={adminId} adminId={adminId} tab={tab} address={address} onChanged={setChanged} />
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
