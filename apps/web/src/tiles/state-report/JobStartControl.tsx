import { Button, Popover } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { useSetJobStart } from '#tile-kit/records/use-set-job-start.ts';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import classes from './state-report.module.css';

/** Sets when the job of the rig began, for who may change attributes; the report begins there. */
export function JobStartControl({ startMs }: { startMs: number | undefined }) {
  const { zone } = useDashboardScope();
  const mayModify = useMay('Attributes', 'Modify');
  const isPast = useIsPast();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { set, isSaving, problem, reset } = useSetJobStart(() => setOpen(false));
  if (!mayModify || isPast) return null;
  const chosen = isoOfClock(typed, zone);
  const open = () => {
    reset();
    setTyped(startMs === undefined ? '' : clockValue(new Date(startMs).toISOString(), zone));
    setOpen(true);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withinPortal position="bottom-end">
      <Popover.Target>
        <Button
          className={classes.tool ?? ''}
          size="xs"
          variant="default"
          leftSection={<IconCalendarClock size={16} aria-hidden />}
          onClick={() => (isOpen ? setOpen(false) : open())}
        >
          Set job start
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes.start}
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen !== null) set(chosen);
          }}
        >
          <MomentField
            label="Job start"
            zone={zone}
            isInPopover
            required
            value={typed}
            error={problem === undefined ? undefined : `Not saved. ${problem}`}
            onChange={setTyped}
          />
          <Button type="submit" size="xs" loading={isSaving} disabled={chosen === null}>
            Save job start
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
