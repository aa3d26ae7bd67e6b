import { Popover } from '@mantine/core';
import type { RangeText } from '@telltale/domain/time/range-expression.ts';
import { cloneElement } from 'react';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { useOpening } from '#ui/menu/use-opening.ts';
import { RangePanel } from './RangePanel.tsx';
import classes from './time.module.css';
import type { ZoneOffer } from './zones.ts';

interface RangePopoverProps {
  button: MenuButton;
  range: RangeText | undefined;
  setRange: (range: RangeText | undefined) => void;
  zones: ZoneOffer;
}

/** The choice of a range, below its button. */
export function RangePopover({ button, range, setRange, zones }: RangePopoverProps) {
  const { isOpen, setOpen, target } = useOpening();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        {cloneElement(button, {
          ref: target,
          'aria-expanded': isOpen,
          onClick: () => setOpen(!isOpen),
        })}
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <RangePanel
          range={range}
          zones={zones}
          onApply={(next) => {
            setRange(next);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
