import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { assets } from '@telltale/contract';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { setUi, useUiStore } from '#actions/ui-store.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { PANEL_TAB, putPanelInAddress } from '#pages/panel-address.ts';
import { heldBy, useSessionStore } from '#session/session-store.ts';
import { useConfirmStore } from '#ui/feedback/confirm.ts';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import classes from './panel.module.css';
import { type PanelTab, panelTabs } from './panel-tabs.tsx';

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

  const title =
    asset === undefined ? 'Asset' : `${asset.assetDefinition.assetDefinitionName.toUpperCase()} ${asset.serialNumber}`;
  return (
    <Drawer
      opened
      onClose={() => setUi({ assetPanel: undefined })}
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
  return (
    <PageTabs
      tabs={tabs}
      shown={shown.name}
      onShow={(name) => putPanelInAddress(asset.assetId, name === tabs[0]?.name ? undefined : name)}
    >
      <div className={classes.tab}>
        <Content asset={asset} />
      </div>
    </PageTabs>
  );
}
