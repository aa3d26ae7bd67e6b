import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { DefinitionCount } from './asset-list.ts';
import classes from './assets.module.css';
import { FilterButton } from './FilterButton.tsx';

/** Definitions with a button of their own; the others are in the overflow (spec 1 §2). */
const BUTTONS = 3;

interface DefinitionButtonsProps {
  definitions: readonly DefinitionCount[];
  chosen: readonly number[];
  onChange: (definitionIds: readonly number[]) => void;
}

/** Filters by asset definition. Several may be on; none means all. */
export function DefinitionButtons({ definitions, chosen, onChange }: DefinitionButtonsProps) {
  if (definitions.length < 2 && chosen.length === 0) return null;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const overflow = definitions.slice(BUTTONS);
  const chosenInOverflow = overflow.filter(({ definitionId }) => chosen.includes(definitionId)).length;

  return (
    <>
      {definitions.slice(0, BUTTONS).map(({ definitionId, name, count }) => (
        <FilterButton
          key={definitionId}
          isOn={chosen.includes(definitionId)}
          count={count}
          onToggle={() => toggle(definitionId)}
        >
          {name}
        </FilterButton>
      ))}
      {overflow.length > 0 ? (
        <Menu closeOnItemClick={false} position="bottom-start">
          <Menu.Target>
            <button type="button" className={classes.filter} data-on={chosenInOverflow > 0}>
              <span>{chosenInOverflow > 0 ? `More (${chosenInOverflow})` : 'More'}</span>
              <IconChevronDown size={14} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown className={classes.overflow ?? ''}>
            {overflow.map(({ definitionId, name, count }) => (
              <Menu.Item
                key={definitionId}
                role="menuitemcheckbox"
                aria-checked={chosen.includes(definitionId)}
                leftSection={
                  <IconCheck size={14} style={{ visibility: chosen.includes(definitionId) ? 'visible' : 'hidden' }} />
                }
                rightSection={<span className={classes.filterCount}>{count.toLocaleString('en')}</span>}
                onClick={() => toggle(definitionId)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}
