import { Menu } from '@mantine/core';
import { useState } from 'react';
import { OnCallNow } from '#pages/administration/OnCallNow.tsx';
import type { AlertLevel } from '#pages/administration/ownership-changes.ts';
import access from '#ui/access/access.module.css';
import type { Selection } from '#ui/access/columns/ItemColumn.tsx';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { RowButton } from '#ui/access/rows/RowButton.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import { alertLabel, alertLevels } from './alert-levels.ts';
import classes from './alert-menu.module.css';

interface AlertMenuProps {
  assetGroup: ListItem;
  /** The selected user group; without one there is nobody to tell. */
  userGroup: Selection | undefined;
  level: AlertLevel;
  isActive: boolean;
  onChange: (userGroupId: number, assetGroupId: number, level: AlertLevel) => void;
}

/** What the users of the selected group are told of the alarms in an asset group. */
export function AlertMenu({ assetGroup, userGroup, level, isActive, onChange }: AlertMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const label = userGroup
    ? `Alerts of ${assetGroup.name} for ${userGroup.name}: ${alertLabel(level.severityMin)}`
    : `Alerts of ${assetGroup.name}: select a user group first`;
  const isSet = userGroup !== undefined && level.severityMin > 0;
  const button = (
    <RowButton
      icon={isSet ? 'told' : 'untold'}
      label={label}
      isTabStop={isActive}
      // What can be used is seen; before that it would only be noise on every row.
      className={userGroup === undefined ? access.quiet : undefined}
      aria-haspopup="menu"
      disabled={userGroup === undefined}
      onClick={() => setWanted(true)}
    />
  );
  if (userGroup === undefined) return button;
  const { severityMin, online, offline } = level;
  const change = (part: Partial<AlertLevel>) =>
    onChange(userGroup.item.id, assetGroup.id, { severityMin, online, offline, ...part });
  return (
    <RowMenu button={button} isWanted={isWanted} onClose={() => setWanted(false)}>
      <Menu.Label>
        Tell {userGroup.name} of alarms in {assetGroup.name}
        <OnCallNow userGroupId={userGroup.item.id} className={classes.onCall} />
      </Menu.Label>
      <Menu.RadioGroup value={String(level.severityMin)} onChange={(value) => change({ severityMin: Number(value) })}>
        {alertLevels.map(({ severityMin, label: text }) => (
          <Menu.RadioItem key={severityMin} value={String(severityMin)} closeMenuOnClick>
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={level.offline}
        disabled={!isSet}
        onChange={(offline) => change({ offline })}
        closeMenuOnClick
      >
        When an asset goes offline
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={level.online}
        disabled={!isSet}
        onChange={(online) => change({ online })}
        closeMenuOnClick
      >
        When an asset is online again
      </Menu.CheckboxItem>
    </RowMenu>
  );
}
