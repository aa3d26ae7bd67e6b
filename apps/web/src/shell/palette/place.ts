import {
  ADMIN_MODIFY,
  type assets,
  files,
  type find,
  PERMISSION_CONFIGURATION,
  permissionId,
} from '@telltale/contract';
import { setUi } from '#actions/ui-store.ts';
import { callUrl } from '#api/client.ts';
import { assetAddress } from '#pages/asset-address.ts';
import { assetPanelWord } from '#pages/asset-panel-word.ts';
import type { EntryAction } from './palette-entries.ts';

/** What the palette needs to lead somewhere. */
export interface Ways {
  go: (address: string) => void;
  may: (permissionId: number) => boolean;
  /** In which the user reads times. */
  zone: string;
  /** The asset whose dashboard is open, if it is of this definition: its dashboards are opened on it. */
  openAsset: (assetDefinitionId: number | undefined) => number | undefined;
}

/** Where something found leads, and what else can be done with it; undefined where the user has no page for it. */
export interface Place {
  run: () => void;
  actions?: readonly EntryAction[];
}

export function placeOf(found: find.Found, { go, may, openAsset }: Ways): Place | undefined {
  const { kind, assetId, systemId, fileId } = found;
  switch (kind) {
    case 'dashboard':
    case 'tab':
    case 'tile': {
      const address = dashboardAddress(found, openAsset(found.assetDefinitionId) ?? assetId);
      const edit = `${address}${address.includes('?') ? '&' : '?'}mode=builder`;
      const mayEdit = kind !== 'tile' && may(permissionId('Dashboard', 'Modify'));
      return { run: () => go(address), ...(mayEdit ? { actions: [{ label: 'Edit it', run: () => go(edit) }] } : {}) };
    }
    case 'dataItem': {
      const dashboard = { label: 'The dashboard of its asset', run: () => go(`/assets/${assetId}/dashboard`) };
      return { run: () => go(`/assets/${assetId}/items/${found.dataItemId}/why`), actions: [dashboard] };
    }
    case 'command': {
      const { assetDefinitionId, commandDefinitionId, label } = found;
      const maySend = may(permissionId('Commands', 'Create'));
      const record = () => go(`/commands?${new URLSearchParams({ template: label })}`);
      const described = () => go(`/configuration/assetdefinitions/${assetDefinitionId}/commands`);
      const actions: EntryAction[] = maySend ? [{ label: 'Those that were sent', run: record }] : [];
      if (may(PERMISSION_CONFIGURATION)) actions.push({ label: 'Its form and what it sends', run: described });
      const send = () => go(`/commands?send=${assetDefinitionId}&form=${commandDefinitionId}`);
      return { run: maySend ? send : record, actions };
    }
    case 'alarm':
    case 'pastAlarm': {
      const { alarmDefinitionId, raised } = found;
      const moment = raised === undefined ? '' : `?${new URLSearchParams({ t: raised.replace('.000Z', 'Z') })}`;
      const line = new URLSearchParams({
        ...(raised === undefined ? {} : { view: 'past' }),
        asset: String(assetId),
        alarm: String(alarmDefinitionId),
      });
      const actions = [{ label: 'In the list of alarms', run: () => go(`/alarms?${line}`) }];
      return { run: () => go(`/assets/${assetId}/dashboard${moment}`), actions };
    }
    case 'assetGroup': {
      const { assetGroupId } = found;
      const edit = () => go(`/assetgroups?group=${assetGroupId}&select=assetGroup-${assetGroupId}`);
      const command = () => go(`/commands?send=new&group=${assetGroupId}`);
      const actions: EntryAction[] = may(ADMIN_MODIFY) ? [{ label: 'Edit it', run: edit }] : [];
      if (may(permissionId('Commands', 'Create'))) actions.push({ label: 'Send it a command', run: command });
      return may(permissionId('Assets', 'View'))
        ? { run: () => go(`/assets?group=${assetGroupId}`), actions }
        : undefined;
    }
    case 'file': {
      const asset = assetId === undefined ? 'none' : String(assetId);
      const query = new URLSearchParams({
        asset,
        search: found.label.slice(-files.MAX_FILE_SEARCH),
        file: String(fileId),
      });
      const download = () => window.location.assign(callUrl(files.downloadFile, { params: { fileId } }));
      const actions: EntryAction[] = [{ label: 'Download it', run: download }];
      if (assetId !== undefined)
        actions.push({ label: 'All files of the asset', run: () => setUi({ filePanel: assetId }) });
      return { run: () => go(`/files?${query}`), actions };
    }
    case 'system':
      return may(permissionId('Assets', 'View')) ? { run: () => go(`/systems/${systemId}`) } : undefined;
    case 'user':
      return may(ADMIN_MODIFY) ? { run: () => go(`/admin?select=user-${found.userId}`) } : undefined;
  }
}

function dashboardAddress({ systemId, dashboardId, tabId, tileId }: find.Found, assetId: number | undefined): string {
  const path = systemId === undefined ? `/assets/${assetId}/dashboard` : `/systems/${systemId}/dashboard`;
  if (tileId !== undefined) return `${path}/${dashboardId}/tile/${encodeURIComponent(tileId)}`;
  const query = new URLSearchParams({
    dashboardId: String(dashboardId),
    ...(tabId === undefined ? {} : { tab: tabId }),
  });
  return `${path}?${query}`;
}

/** The same of an asset. */
export function placeOfAsset(asset: assets.Asset, { go, may }: Ways): Place {
  const { assetId, serialNumber } = asset;
  const actions: EntryAction[] = [
    { label: 'Show it in the list', run: () => go(`/assets?${new URLSearchParams({ search: serialNumber })}`) },
  ];
  if (may(permissionId('Attributes', 'View')))
    actions.push({
      label: assetPanelWord(may) === 'Edit' ? 'Edit it' : 'Its details',
      run: () => setUi({ assetPanel: assetId, filePanel: undefined }),
    });
  if (may(permissionId('Files', 'View')))
    actions.push({ label: 'Its files', run: () => setUi({ filePanel: assetId, assetPanel: undefined }) });
  if (may(permissionId('Assets', 'View')))
    actions.push({ label: 'Its timeline', run: () => go(`/assets/${assetId}/timeline`) });
  if (may(permissionId('Commands', 'View')))
    actions.push({ label: 'Its commands', run: () => go(`/assets?panel=${assetId}&panelTab=commands`) });
  if (may(permissionId('Assets', 'Create')))
    actions.push({ label: 'Connect its device', run: () => go(`/connect/asset/${assetId}`) });
  return { run: () => go(assetAddress(asset)), actions };
}
