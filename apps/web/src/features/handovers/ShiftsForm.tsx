import { ActionIcon, Autocomplete, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { handovers } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { shiftAt } from '@telltale/domain/time/shifts.ts';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { shiftsQuery } from '#api/events/handover-queries.ts';
import { theirsOf } from '#api/portal/changed-meanwhile.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { ChangedMeanwhile, type Contested } from '#ui/feedback/ChangedMeanwhile.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { lengthText } from './handover-words.ts';
import classes from './handovers.module.css';

const theirsSchema = z.object({ plan: handovers.shiftPlanSchema });

interface Row {
  key: number;
  name: string;
  /** As the field shows it: `06:00`. */
  start: string;
}

let lastKey = 0;
const two = (value: number) => String(value).padStart(2, '0');
const startText = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

function minuteOf(start: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(start) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

const rowsOf = ({ shifts }: handovers.ShiftPlanOfUnit): readonly Row[] =>
  shifts.map(({ name, startMinute }) => ({ key: ++lastKey, name, start: startText(startMinute) }));

/** Sets when the shifts of a unit begin. Whoever has set other times meanwhile is shown before theirs go. */
export function ShiftsForm({ plan: opened }: { plan: handovers.ShiftPlanOfUnit }) {
  const records = useQueryClient();
  const ownZone = useOwnZone();
  const [plan, setPlan] = useState(opened);
  const [zone, setZone] = useState(plan.isUsual ? ownZone : plan.zone);
  const [rows, setRows] = useState(() => rowsOf(plan));
  /** What somebody else has set meanwhile. */
  const [theirs, setTheirs] = useState<handovers.ShiftPlanOfUnit>();
  const begin = (stands: handovers.ShiftPlanOfUnit) => {
    setPlan(stands);
    setTheirs(undefined);
    records.setQueryData(shiftsQuery(stands.adminId).queryKey, stands);
  };
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const shifts = rows.flatMap(({ name, start }) => {
    const startMinute = minuteOf(start);
    return startMinute === undefined ? [] : [{ name: name.trim(), startMinute }];
  });
  const isWhole = shifts.length === rows.length && rows.length > 0;
  const form = useSubmit(async () => {
    if (!isWhole) return 'Each shift needs a time at which it begins.';
    const { adminId, version } = theirs ?? plan;
    const body = { zone, shifts, expectedVersion: version };
    try {
      begin(await callApi(handovers.putShifts, { params: { adminId }, body }));
    } catch (error) {
      const stands = theirsOf(error, theirsSchema)?.plan;
      // What others have set stays in sight when another attempt fails for a reason of its own.
      if (stands === undefined) return messageOf(error);
      setTheirs(stands);
      return undefined;
    }
    toast('The shift times are saved. A handover that has begun goes on.');
    return undefined;
  });

  return (
    <form onSubmit={form.onSubmit} className={classes.form}>
      {(theirs ?? plan).isUsual ? (
        <p className={classes.dim}>Nobody has set shift times yet: these are the usual ones.</p>
      ) : null}
      <Autocomplete
        label="Time zone"
        description="Shifts begin by its clock, in summer and in winter"
        required
        data={Intl.supportedValuesOf('timeZone')}
        limit={50}
        error={isTimeZone(zone) ? undefined : 'There is no such time zone.'}
        value={zone}
        onChange={setZone}
      />
      <fieldset className={classes.rows}>
        <legend>Shifts</legend>
        {rows.map((row, index) => (
          <div key={row.key} className={classes.row}>
            <TextInput
              aria-label={`Name of shift ${index + 1}`}
              placeholder="Name"
              required
              maxLength={60}
              value={row.name}
              onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
            />
            <MomentField
              kind="time"
              aria-label={`Shift ${index + 1} begins at`}
              required
              value={row.start}
              onChange={(start) => change(row.key, { start })}
            />
            <ActionIcon
              size={36}
              aria-label={`Remove shift ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={rows.length >= 12}
          onClick={() => setRows([...rows, { key: ++lastKey, name: '', start: '' }])}
        >
          Add shift
        </Button>
      </fieldset>
      <p className={classes.dim}>{isWhole && isTimeZone(zone) ? runningText({ zone, shifts }) : ''}</p>
      {form.problem ? (
        <p role="alert" className={classes.problem}>
          {form.problem}
        </p>
      ) : null}
      {theirs ? (
        <ChangedMeanwhile
          what="the shift times"
          kind="Setting"
          contested={contestedOf(theirs, { zone, shifts })}
          isSaving={form.isBusy}
          onTheirs={() => {
            begin(theirs);
            setZone(theirs.zone);
            setRows(rowsOf(theirs));
          }}
          onMine={() => void form.submit()}
        />
      ) : (
        <Group justify="flex-end">
          <Button type="submit" loading={form.isBusy}>
            Save shift times
          </Button>
        </Group>
      )}
    </form>
  );
}

type Plan = Pick<handovers.ShiftPlanOfUnit, 'zone' | 'shifts'>;

/** Where two plans differ: the zone, and each shift by its name. */
function contestedOf(theirs: Plan, yours: Plan): Contested[] {
  const [told, own] = [settingsOf(theirs), settingsOf(yours)];
  return [...new Set([...told.keys(), ...own.keys()])]
    .map((label) => ({ key: label, label, theirs: told.get(label) ?? 'none', yours: own.get(label) ?? 'none' }))
    .filter((one) => one.theirs !== one.yours);
}

const settingsOf = ({ zone, shifts }: Plan) =>
  new Map([['Time zone', zone], ...shifts.map(({ name, startMinute }) => [name, startText(startMinute)] as const)]);

/** `Now: Day, 12 h`: what the times come to, over a change of the clock too. */
function runningText(plan: Plan): string {
  const { name, fromMs, toMs } = shiftAt(plan, Date.now());
  const [from, to] = [fromMs, toMs].map((timeMs) => new Date(timeMs).toISOString());
  const span = {
    from: from ?? '',
    to: to ?? null,
    zone: plan.zone,
    state: 'running',
    leaving: null,
    coming: null,
  } as const;
  return `Each shift lasts until the next one begins. Now: ${name || 'without a name'}, ${lengthText(span)} long.`;
}
