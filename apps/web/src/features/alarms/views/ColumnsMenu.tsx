import { Button, Menu } from '@mantine/core';
import { IconCheck, IconColumns } from '@tabler/icons-react';
import type { alarmLists } from '@telltale/contract';
import { alarmColumns } from '../list/alarm-columns.tsx';

interface ColumnsMenuProps {
  view: alarmLists.AlarmView;
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

/** Which columns are shown, beside those that always are. */
export function ColumnsMenu({ view, hidden, onChange }: ColumnsMenuProps) {
  const choices = alarmColumns.filter(
    ({ isFixed, views }) => !isFixed && (views === undefined || views.includes(view)),
  );
  return (
    <Menu position="bottom-end" closeOnItemClick={false} returnFocus>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns size={15} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ id, header }) => {
          const isShown = !hidden.includes(id);
          return (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={isShown}
              leftSection={<IconCheck size={14} aria-hidden style={{ visibility: isShown ? 'visible' : 'hidden' }} />}
              onClick={() => onChange(isShown ? [...hidden, id] : hidden.filter((one) => one !== id))}
            >
              {header}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
