import { Group, Menu, NumberInput } from '@mantine/core';
import { IconCheck, IconHistory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { pressKey } from '#ui/keys.ts';
import type { Comparison } from '../data/use-ghost.ts';
import { MAX_COMPARE_HOURS } from '../model/chart-settings.ts';
import { COMPARE_CHOICES } from '../model/compare.ts';

/** The part of a chart's menu that draws an earlier period behind the lines. */
export function CompareMenu({ hours, setHours }: Comparison) {
  const [typed, setTyped] = useState<number | string>(hours || 48);
  const field = useRef<HTMLInputElement>(null);
  const choose = () => Number(typed) > 0 && setHours(Math.min(Number(typed), MAX_COMPARE_HOURS));
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
      <Group gap={0} wrap="nowrap">
        <Menu.Item
          leftSection={check(isOther)}
          aria-checked={isOther}
          role="menuitemradio"
          closeMenuOnClick={false}
          onClick={() => {
            field.current?.focus();
            field.current?.select();
            choose();
          }}
        >
          Another time before
        </Menu.Item>
        <NumberInput
          ref={field}
          aria-label="Hours before"
          w={76}
          mr="xs"
          size="xs"
          hideControls
          suffix=" h"
          min={0.1}
          max={MAX_COMPARE_HOURS}
          // A menu opened by the keyboard begins at its first entry, not at the only field in it.
          tabIndex={-1}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            pressKey(event, { Enter: choose });
            // The menu would take letters for its entries; Escape alone is its own.
            if (event.key !== 'Escape') event.stopPropagation();
          }}
        />
      </Group>
      {hours === 0 ? null : (
        <Menu.Item leftSection={check(false)} onClick={() => setHours(0)}>
          Nothing
        </Menu.Item>
      )}
    </>
  );
}
