import { ActionIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useContext } from 'react';
import { PlaceContext } from '#pages/placing/pending-place.ts';
import type { AssetRow } from '../asset-list.ts';
import { AssetMenuButton } from '../menu/AssetMenuButton.tsx';

interface RowControlsProps {
  row: AssetRow;
  isTabStop: boolean;
}

/** The end of a row: its menu, or Save and Cancel while its location is being set (spec 1 §2). */
export function RowControls({ row, isTabStop }: RowControlsProps) {
  const { pending, isBusy, save, cancel } = useContext(PlaceContext);
  if (pending?.assetId !== row.assetId) return <AssetMenuButton row={row} isTabStop={isTabStop} />;
  return (
    <>
      <ActionIcon
        size={28}
        aria-label={`Save location of ${row.name}`}
        title="Save"
        disabled={pending.place === null}
        loading={isBusy}
        onClick={save}
      >
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon size={28} aria-label={`Cancel location of ${row.name}`} title="Cancel" onClick={cancel}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
