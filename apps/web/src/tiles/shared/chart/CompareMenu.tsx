import { Menu, NumberInput } from '@mantine/core';
import { IconCheck, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_COMPARE_HOURS } from './chart-settings.ts';
import { COMPARE_CHOICES } from './compare.ts';
import type { Comparison } from './use-ghost.ts';

/** The part of a chart's menu that draws an earlier period behind the lines. */
export function CompareMenu({ hours, setHours }: Comparison) {
  const [typed, setTyped] = useState<number | string>(hours || 48);
  const isOther = hours !== 0 && COMPARE_CHOICES.every((choice) => choice.hours !== hours);
  const check = (isChosen: boolean) => (isChosen ? <IconCheck size={16} /> : <span style={{ width: 16 }} />);
  return (
    <>
      <Menu.Label>
        <IconHistory size={12} /> Compare with
      </Menu.Label>
      {COMPARE_CHOICES.map((choice) => (
        <Menu.Item
          key={choice.hours}
          leftSection={check(hours === choice.hours)}
          aria-checked={hours === choice.hours}
          role="menuitemradio"
          onClick={() => setHours(hours === choice.hours ? 0 : choice.hours)}
        >
          {choice.label}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={check(isOther)}
        aria-checked={isOther}
        role="menuitemradio"
        closeMenuOnClick={false}
        onClick={() => Number(typed) > 0 && setHours(Number(typed))}
        rightSection={
          <NumberInput
            aria-label="Hours before"
            w={76}
            size="xs"
            hideControls
            suffix=" h"
            min={0.1}
            max={MAX_COMPARE_HOURS}
            value={typed}
            onChange={setTyped}
            onClick={(event) => event.stopPropagation()}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === 'Enter' && Number(typed) > 0) setHours(Number(typed));
            }}
          />
        }
      >
        Another time before
      </Menu.Item>
      {hours === 0 ? null : (
        <Menu.Item leftSection={check(false)} onClick={() => setHours(0)}>
          Nothing
        </Menu.Item>
      )}
    </>
  );
}
