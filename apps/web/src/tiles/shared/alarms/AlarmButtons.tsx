import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { alarms } from '@telltale/contract';
import { useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { AlarmActs } from '#tile-kit/records/use-alarm-acts.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import classes from './alarm-buttons.module.css';

const ActDialog = lazyPart(async () => (await import('#ui/alarms/ActDialog.tsx')).ActDialog);
const AlarmMenu = lazyPart(async () => (await import('./AlarmMenu.tsx')).AlarmMenu);

interface AlarmButtonsProps {
  alarm: alarms.Alarm;
  acts: AlarmActs;
  /** In a table only the row that Tab stops at. */
  isReached?: boolean;
  size?: 'compact-xs' | 'compact-sm';
}

/** Closes an open alarm; a menu beside it acknowledges and shelves it. */
export function AlarmButtons({ alarm, acts, isReached = true, size = 'compact-xs' }: AlarmButtonsProps) {
  const [isShelving, setShelving] = useState(false);
  const zone = useZone();
  const isRefused = acts.refusal !== '';
  const common = { tabIndex: isReached ? 0 : -1, disabled: isRefused, title: acts.refusal || undefined };
  return (
    <span className={classes.buttons}>
      <Button
        {...common}
        size={size}
        variant="default"
        loading={acts.isActing(alarm)}
        onClick={() => acts.close(alarm)}
      >
        Close alarm
      </Button>
      <LateMenu
        button={
          <ActionIcon
            {...common}
            size={24}
            variant="default"
            aria-label={`More to do with ${alarm.name}`}
            title={acts.refusal || 'Acknowledge or shelve'}
          >
            <IconDots size={16} />
          </ActionIcon>
        }
        part={AlarmMenu}
        props={{ alarm, acts, onShelve: () => setShelving(true) }}
      />
      {isShelving ? (
        <ActDialog
          act="shelve"
          what={alarm.name}
          zone={zone}
          onSubmit={({ note = '', until }) => {
            setShelving(false);
            if (until !== undefined) acts.run(alarm, { act: 'shelve', until, note });
          }}
          onClose={() => setShelving(false)}
        />
      ) : null}
    </span>
  );
}
