import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { definitionFiles, definitions, permissionId } from '@telltale/contract';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { callApi, callUrl } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useLeaveGuard } from '#pages/leave-guard.ts';
import { useAddressParams } from '#pages/use-address-params.ts';
import { heldBy, includesPermission, useMay, useSessionStore } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { CommandPanel } from '../commands/CommandPanel.tsx';
import type { PanelProps } from '../definitions/DefinitionPanel.tsx';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import { linesOfDefinition } from '../deletion/use-lines.ts';
import { EventPanel } from '../events/EventPanel.tsx';
import { placePath } from '../page/configuration-address.ts';
import { AlarmsTab } from './AlarmsTab.tsx';
import { DashboardsTab } from './DashboardsTab.tsx';
import { DataItemsTab } from './DataItemsTab.tsx';
import classes from './definition.module.css';
import { type DefinitionTab, tabsFor } from './definition-tabs.ts';
import { OverviewTab } from './OverviewTab.tsx';

const CopyDialog = lazy(() =>
  import('../definition-file/CopyDialog.tsx').then((part) => ({ default: part.CopyDialog })),
);
const FileDialog = lazy(() =>
  import('../definition-file/FileDialog.tsx').then((part) => ({ default: part.FileDialog })),
);

const LIST = placePath({ subpage: 'assetdefinitions' });

const parts: Readonly<Record<Exclude<DefinitionTab, 'overview'>, React.ComponentType<PanelProps>>> = {
  dataitems: DataItemsTab,
  alarms: AlarmsTab,
  events: EventPanel,
  commands: CommandPanel,
  dashboards: DashboardsTab,
};

/** Everything about one asset definition, on tabs that have an address each. */
export function DefinitionPage({ definition }: { definition: definitions.AssetDefinition | undefined }) {
  if (definition === undefined) {
    return (
      <EmptyState title="There is no such asset definition.">
        <Link href={LIST}>Show all asset definitions</Link>
      </EmptyState>
    );
  }
  return <KnownDefinition definition={definition} />;
}

function KnownDefinition({ definition }: { definition: definitions.AssetDefinition }) {
  const { assetDefinitionId, assetDefinitionName, alias } = definition;
  const [, navigate] = useLocation();
  const { params, set } = useAddressParams();
  const permissions = useSessionStore(heldBy);
  const tabs = useMemo(() => tabsFor((permission) => includesPermission(permissions, permission)), [permissions]);
  const shown = tabs.find(({ name }) => name === params.get('tab'))?.name ?? 'overview';
  const mayDelete = useMay(permissionId('AssetDefinitions', 'Delete'));
  const mayCreate = useMay(permissionId('AssetDefinitions', 'Create'));
  const [asked, setAsked] = useState<'copy' | 'file' | 'deletion'>();
  const endAsking = () => setAsked(undefined);
  const [isDirty, setDirty] = useState(false);
  const onDirty = useCallback((dirty: boolean) => setDirty(dirty), []);
  useLeaveGuard({
    isActive: isDirty,
    title: 'Leave without saving?',
    question: 'What you typed was not saved yet.',
    isHarmless: () => false,
  });
  const Part = shown === 'overview' ? undefined : parts[shown];
  const path = { assetDefinitionId };

  return (
    <>
      <div className={classes.head}>
        <div className={classes.names}>
          <Link href={LIST} className={classes.back}>
            Asset definitions
          </Link>
          <h2 className={classes.name}>
            {assetDefinitionName}
            {alias === '' ? null : <span className={classes.alias}>{alias}</span>}
          </h2>
        </div>
        <div className={classes.actions}>
          {mayCreate ? (
            <Button variant="default" leftSection={<IconCopy size={15} aria-hidden />} onClick={() => setAsked('copy')}>
              Copy
            </Button>
          ) : null}
          <Button
            component="a"
            variant="default"
            href={callUrl(definitionFiles.getDefinitionFile, { params: path })}
            download
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            Save as file
          </Button>
          <Button variant="default" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => setAsked('file')}>
            Apply a file
          </Button>
          {mayDelete ? (
            <Button
              variant="default"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => setAsked('deletion')}
            >
              Delete
            </Button>
          ) : null}
        </div>
      </div>
      <div className={classes.tabs}>
        <PageTabs
          tabs={tabs}
          shown={shown}
          onShow={(tab) => set({ tab: tab === 'overview' ? undefined : tab, find: undefined, page: undefined })}
        >
          <Shown key={shown} onDirty={onDirty}>
            {Part === undefined ? (
              <OverviewTab definition={definition} onDirty={onDirty} />
            ) : (
              <Part assetDefinitionId={assetDefinitionId} onDirty={onDirty} />
            )}
          </Shown>
        </PageTabs>
      </div>
      <Suspense>
        {asked === 'copy' ? <CopyDialog definition={definition} onClose={endAsking} /> : null}
        {asked === 'file' ? <FileDialog definition={definition} onClose={endAsking} /> : null}
      </Suspense>
      {asked === 'deletion' ? (
        <DeleteDialog
          name={assetDefinitionName}
          queryKey={queryKeys.definitions}
          findUses={async () => linesOfDefinition(await callApi(definitions.getAssetDefinitionUses, { params: path }))}
          onDelete={async () => {
            await callApi(definitions.deleteAssetDefinition, { params: path });
            navigate(LIST);
          }}
          onClose={endAsking}
        />
      ) : null}
    </>
  );
}

interface ShownProps {
  onDirty: (isDirty: boolean) => void;
  children: React.ReactNode;
}

/** What is typed on a tab goes with it, and not before: who is asked whether to leave it may stay. */
function Shown({ onDirty, children }: ShownProps) {
  useEffect(() => () => onDirty(false), [onDirty]);
  return <div className={classes.tab}>{children}</div>;
}
