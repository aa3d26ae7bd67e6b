import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { assets } from '@telltale/contract';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { mayLeaveFor, useLeaveGuard } from '#pages/leave-guard.ts';
import { Pending } from '#pages/Pending.tsx';
import { PANEL, PANEL_TAB, panelAddress, putPanelInAddress } from '#pages/panel-address.ts';
import { heldBy, useSessionStore } from '#session/session-store.ts';
import { useConfirmStore } from '#ui/feedback/confirm.ts';
import { leaveQuestion } from '#ui/feedback/leave-question.ts';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import classes from './panel.module.css';
import { type PanelTab, panelTabs } from './panel-tabs.tsx';
import { UnsavedContext } from './unsaved.ts';

/** Everything about an asset, in a panel at the side (spec 1 §2); which asset and which tab stand in the address. */
export function AssetPanel({ assetId }: { assetId: number }) {
  const [search] = useSearchParams();
  const query = useQuery(assetQuery(assetId));
  const { data: asset } = query;
  const permissions = useSessionStore(heldBy);
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  const tabs = panelTabs(permissions);
  const shown = tabs.find(({ name }) => name === search.get(PANEL_TAB)) ?? tabs[0];

  useEffect(() => {
    const named = new URLSearchParams(window.location.search).get(PANEL_TAB) ?? undefined;
    putPanelInAddress(assetId, named);
    return () => {
      if (useUiStore.getState().assetPanel === undefined) putPanelInAddress(undefined, undefined);
    };
  }, [assetId]);

  const close = async () => {
    if (await mayLeaveFor(panelAddress(undefined, undefined))) setUi({ assetPanel: undefined });
  };
  const title =
    asset === undefined ? 'Asset' : `${asset.assetDefinition.assetDefinitionName.toUpperCase()} ${asset.serialNumber}`;
  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size="min(1000px, 100vw)"
      title={title}
      // Escape answers the question that stands before the panel, and leaves the panel alone.
      closeOnEscape={!isAsking}
    >
      <Pending
        query={query}
        label="Loading the asset"
        failure="The asset could not be loaded."
        rows={6}
        rowHeight={48}
      />
      {asset !== undefined && shown !== undefined && <Tabs asset={asset} tabs={tabs} shown={shown} />}
    </Drawer>
  );
}

function Tabs({ asset, tabs, shown }: { asset: assets.Asset; tabs: readonly PanelTab[]; shown: PanelTab }) {
  const { Content } = shown;
  const { assetId } = asset;
  const [unsaved, setUnsaved] = useState(0);
  const count = useCallback((change: 1 | -1) => setUnsaved((before) => before + change), []);
  useLeaveGuard({
    isActive: unsaved > 0,
    title: leaveQuestion.title,
    question: leaveQuestion.message,
    isHarmless: (to, from) => isSamePanel(from, to),
  });
  const show = async (name: string) => {
    const tab = name === tabs[0]?.name ? undefined : name;
    if (await mayLeaveFor(panelAddress(assetId, tab))) putPanelInAddress(assetId, tab);
  };
  return (
    <PageTabs tabs={tabs} shown={shown.name} onShow={(name) => void show(name)}>
      <UnsavedContext value={count}>
        <div className={classes.tab}>
          <Content asset={asset} />
        </div>
      </UnsavedContext>
    </PageTabs>
  );
}

/** Whether the same tab of the same panel is open there, beside the same page. */
function isSamePanel(from: URL, to: URL): boolean {
  const isKept = (name: string) => to.searchParams.get(name) === from.searchParams.get(name);
  return to.pathname === from.pathname && [PANEL, PANEL_TAB].every(isKept);
}
