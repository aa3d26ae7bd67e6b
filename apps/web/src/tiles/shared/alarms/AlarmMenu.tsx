import { Menu } from '@mantine/core';
import { IconBellCheck, IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { alarms } from '@telltale/contract';
import type { AlarmActs } from '#tile-kit/records/use-alarm-acts.ts';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';

const HOUR_MS = 3_600_000;
const SPANS = [
  { words: '1 hour', ms: HOUR_MS },
  { words: '8 hours', ms: 8 * HOUR_MS },
  { words: '1 day', ms: 24 * HOUR_MS },
  { words: '7 days', ms: 168 * HOUR_MS },
] as const;

interface AlarmMenuProps {
  button: MenuButton;
  alarm: alarms.Alarm;
  acts: AlarmActs;
}

/** What can be done with an open alarm besides closing it. */
export function AlarmMenu({ button, alarm, acts }: AlarmMenuProps) {
  const shelve = (ms: number) => acts.run(alarm, { act: 'shelve', until: new Date(Date.now() + ms).toISOString() });
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
        SPANS.map(({ words, ms }) => (
          <Menu.Item key={words} leftSection={<IconBellOff size={16} />} onClick={() => shelve(ms)}>
            Shelve for {words}
          </Menu.Item>
        ))
      ) : (
        <Menu.Item leftSection={<IconBellRinging size={16} />} onClick={() => acts.run(alarm, { act: 'unshelve' })}>
          Bring back
        </Menu.Item>
      )}
    </OpeningMenu>
  );
}
