import { Menu } from '@mantine/core';
import { IconBellCheck, IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { alarms } from '@telltale/contract';
import type { AlarmActs } from '#tile-kit/records/use-alarm-acts.ts';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';

interface AlarmMenuProps {
  button: MenuButton;
  alarm: alarms.Alarm;
  acts: AlarmActs;
  /** Asks until when, and for a note. */
  onShelve: () => void;
}

/** What can be done with an open alarm besides closing it. */
export function AlarmMenu({ button, alarm, acts, onShelve }: AlarmMenuProps) {
  return (
    <OpeningMenu button={button} position="bottom-end" withinPortal>
      <Menu.Item
        leftSection={<IconBellCheck size={16} />}
        disabled={alarm.alarmStatus === alarms.ALARM_ACKNOWLEDGED}
        onClick={() => acts.run(alarm, { act: 'acknowledge' })}
      >
        Acknowledge
      </Menu.Item>
      {alarm.shelved === null ? (
        <Menu.Item leftSection={<IconBellOff size={16} />} onClick={onShelve}>
          Shelve
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconBellRinging size={16} />} onClick={() => acts.run(alarm, { act: 'unshelve' })}>
          Bring back
        </Menu.Item>
      )}
    </OpeningMenu>
  );
}
