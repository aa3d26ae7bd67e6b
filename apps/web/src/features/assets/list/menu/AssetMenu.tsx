import { Menu } from '@mantine/core';
import {
  IconArrowUp,
  IconInfoCircle,
  IconKey,
  IconLayoutDashboard,
  IconMapPin,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlugConnected,
  IconTrash,
} from '@tabler/icons-react';
import { PERMISSION_DASHBOARD_VIEW, permissionId } from '@telltale/contract';
import { type ReactElement, useContext } from 'react';
import { useLocation } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import { assetAddress } from '#pages/asset-address.ts';
import { useAssetPanelWord } from '#pages/asset-panel-word.ts';
import { usePins } from '#pages/own-lists.ts';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import { useMayChangeOwn } from '#session/own-attributes.ts';
import { useMay } from '#session/session-store.ts';
import { useMayCreate } from '../../NewAssetButton.tsx';
import { useNewAccessToken } from '../../use-new-access-token.ts';
import type { AssetRow } from '../asset-list.ts';
import { keepListPreferences } from '../list-preferences.ts';
import { useMayModify } from './AssetMenuButton.tsx';
import { movedUp, savePins } from './save-pins.ts';
import { useDeleteAsset } from './use-delete-asset.ts';

const MAY_SEE_ATTRIBUTES = permissionId('Attributes', 'View');
const MAY_PLACE = permissionId('Coordinates', 'Modify');
const MAY_DELETE = permissionId('Assets', 'Delete');

interface AssetMenuProps {
  row: AssetRow;
  /** The button that it hangs on. */
  children: ReactElement;
}

/** The menu of one asset; open from the start, because a click made it appear. */
export function AssetMenu({ row, children }: AssetMenuProps) {
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{children}</Menu.Target>
      {/* A click beside an entry is no click on the row below the menu. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <MenuItems row={row} />
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuItems({ row }: { row: AssetRow }) {
  const renew = useNewAccessToken();
  const [mayCreate, mayModify] = [useMayCreate(), useMayModify()];
  // As everywhere else: who may change something else of it finds that in the panel, too.
  const panelWord = useAssetPanelWord();
  const mayOpenPanel = useMay(MAY_SEE_ATTRIBUTES) || mayModify;
  const [mayView, mayPlace, mayDelete] = [useMay(PERMISSION_DASHBOARD_VIEW), useMay(MAY_PLACE), useMay(MAY_DELETE)];
  const [, navigate] = useLocation();
  const { begin } = useContext(PlaceContext);
  const remove = useDeleteAsset();
  const setLocation = () => {
    keepListPreferences({ showMap: true });
    begin({ assetId: row.assetId, name: row.name, place: row.coordinates });
  };
  return (
    <>
      {mayView ? (
        <Menu.Item leftSection={<IconLayoutDashboard size={16} />} onClick={() => navigate(assetAddress(row.asset))}>
          Open Dashboard
        </Menu.Item>
      ) : null}
      {mayOpenPanel ? (
        <Menu.Item
          leftSection={panelWord === 'Edit' ? <IconPencil size={16} /> : <IconInfoCircle size={16} />}
          onClick={() => setUi({ assetPanel: row.assetId })}
        >
          {panelWord}…
        </Menu.Item>
      ) : null}
      {mayPlace ? (
        <Menu.Item leftSection={<IconMapPin size={16} />} onClick={setLocation}>
          Set location
        </Menu.Item>
      ) : null}
      <PinItems row={row} />
      {mayModify ? (
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => void renew(row)}>
          New access token…
        </Menu.Item>
      ) : null}
      {mayCreate ? (
        <Menu.Item
          leftSection={<IconPlugConnected size={16} />}
          onClick={() => navigate(`/connect/asset/${row.assetId}`)}
        >
          Connect its device
        </Menu.Item>
      ) : null}
      {mayDelete ? (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove(row)}>
          Delete…
        </Menu.Item>
      ) : null}
    </>
  );
}

function PinItems({ row: { assetId } }: { row: AssetRow }) {
  const pins = usePins();
  if (!useMayChangeOwn()) return null;
  if (!pins.includes(assetId)) {
    return (
      <Menu.Item leftSection={<IconPin size={16} />} onClick={() => void savePins([...pins, assetId])}>
        Pin
      </Menu.Item>
    );
  }
  return (
    <>
      {pins[0] === assetId ? null : (
        <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => void savePins(movedUp(pins, assetId))}>
          Move pin up
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconPinnedOff size={16} />}
        onClick={() => void savePins(pins.filter((pinned) => pinned !== assetId))}
      >
        Unpin
      </Menu.Item>
    </>
  );
}
