import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../../assets.module.css';
import type { DefinitionCount } from '../asset-list.ts';

interface DefinitionMenuProps {
  definitions: readonly DefinitionCount[];
  chosen: readonly number[];
  onToggle: (definitionId: number) => void;
  /** What stands on its button. */
  children: ReactNode;
}

/** The definitions that have no button of their own; open from the start, because a click made it appear. */
export function DefinitionMenu({ definitions, chosen, onToggle, children }: DefinitionMenuProps) {
  const isOn = (id: number) => chosen.includes(id);
  return (
    <Menu position="bottom-start" defaultOpened>
      <Menu.Target>
        <button
          type="button"
          className={classes.filter}
          data-on={definitions.some(({ definitionId }) => isOn(definitionId))}
        >
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.overflow ?? ''}>
        {definitions.map(({ definitionId, name, count }) => (
          <Menu.CheckboxItem
            key={definitionId}
            checked={isOn(definitionId)}
            rightSection={<span className={classes.filterCount}>{count.toLocaleString('en')}</span>}
            onChange={() => onToggle(definitionId)}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
