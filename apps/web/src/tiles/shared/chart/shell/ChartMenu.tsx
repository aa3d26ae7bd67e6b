import { Menu } from '@mantine/core';
import { IconChartLine, IconFileDownload, IconNote, IconRefresh, IconTable } from '@tabler/icons-react';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';
import type { Comparison } from '../data/use-ghost.ts';
import { CompareMenu } from './CompareMenu.tsx';

interface ChartMenuProps {
  button: MenuButton;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Left out where nothing can be compared. */
  comparison: Comparison | undefined;
  /** Left out where the user may write none. */
  addNote: (() => void) | undefined;
  refresh: () => void;
  /** Undefined while there is nothing to export, or an export runs. */
  exportPoints: (() => void) | undefined;
}

/** What can be done with a chart that is looked at (spec 1 §6). */
export function ChartMenu({ button, isTable, onTable, comparison, addNote, refresh, exportPoints }: ChartMenuProps) {
  return (
    <OpeningMenu button={button} position="bottom-end" withinPortal>
      <Menu.Item leftSection={<IconRefresh size={16} />} onClick={refresh}>
        Refresh
      </Menu.Item>
      <Menu.Item
        leftSection={isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
        onClick={() => onTable(!isTable)}
      >
        {isTable ? 'Show as chart' : 'Show as table'}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileDownload size={16} />}
        disabled={exportPoints === undefined}
        onClick={exportPoints}
      >
        Export raw data
      </Menu.Item>
      {addNote === undefined ? null : (
        <Menu.Item leftSection={<IconNote size={16} />} onClick={addNote}>
          Add note
        </Menu.Item>
      )}
      {comparison === undefined ? null : <CompareMenu {...comparison} />}
    </OpeningMenu>
  );
}
