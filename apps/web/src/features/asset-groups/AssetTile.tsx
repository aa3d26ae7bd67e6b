import { ActionIcon } from '@mantine/core';
import { IconCirclePlus, IconCircleX } from '@tabler/icons-react';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { useLinking } from '#ui/access/links/link-context.ts';
import { linkBetween } from '#ui/access/links/links.ts';
import { useLinkableRow } from '#ui/access/links/use-linkable-row.ts';
import { isSameItem } from '#ui/access/ownership.ts';
import classes from './asset-groups.module.css';
import { TileMenu } from './TileMenu.tsx';

interface AssetTileProps {
  asset: ListItem;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  /** In the chosen group itself. */
  isContained: boolean;
  /** Related to what is selected. */
  isReached: boolean;
  /** The chosen group. */
  groupName: string | undefined;
  onFocus: (index: number) => void;
  onChange: (assetId: number, change: 'add' | 'remove') => void;
  onChooseGroup: (assetId: number) => void;
}

/** One asset: a red button takes it out of the chosen group, a green one puts it in (spec 2 §2.7). */
export function AssetTile({ asset, index, isActive, isContained, groupName, ...props }: AssetTileProps) {
  const { moving } = useLinking();
  const item = { kind: 'asset' as const, id: asset.id };
  const tile = useLinkableRow(item, asset.name);
  const isTarget = moving !== undefined && linkBetween(moving.item, item) !== undefined;
  const label = isContained
    ? `Remove ${asset.name} from ${groupName}`
    : `Add ${asset.name} to ${groupName ?? 'an asset group'}`;

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a table with the role grid is a gridcell
    <td
      ref={tile.ref}
      className={classes.cell}
      tabIndex={isActive ? 0 : -1}
      aria-selected={props.isSelected}
      data-index={index}
      data-target={moving === undefined ? undefined : isTarget}
      data-moving={isSameItem(moving?.item, item) || undefined}
      data-over={tile.isDropTarget && isTarget ? true : undefined}
      onFocus={() => props.onFocus(index)}
    >
      <div
        className={classes.tile}
        data-contained={isContained || undefined}
        data-reached={props.isReached || undefined}
      >
        <div className={classes.tileText}>
          <span className={classes.tileName}>{asset.name}</span>
          <span className={classes.tileDetail}>{asset.detail}</span>
          <span className={classes.tileDetail}>{asset.note}</span>
        </div>
        <div className={classes.tileButtons}>
          <ActionIcon
            size={26}
            className={isContained ? classes.remove : classes.add}
            aria-label={label}
            title={label}
            tabIndex={isActive ? 0 : -1}
            onClick={() => props.onChange(asset.id, isContained ? 'remove' : 'add')}
          >
            {isContained ? <IconCircleX size={18} aria-hidden /> : <IconCirclePlus size={18} aria-hidden />}
          </ActionIcon>
          <TileMenu
            asset={asset}
            isActive={isActive}
            isContained={isContained}
            hasGroup={groupName !== undefined}
            onChange={props.onChange}
            onChooseGroup={props.onChooseGroup}
          />
        </div>
      </div>
    </td>
  );
}
