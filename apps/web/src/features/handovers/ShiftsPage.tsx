import { ActionIcon, Autocomplete, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { handovers, ownership } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { shiftAt } from '@telltale/domain/time/shifts.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { shiftsQuery } from '#api/events/handover-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useSessionStore } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Page } from '#ui/page/Page.tsx';
import { lengthText } from './handover-words.ts';
import classes from './handovers.module.css';

/** When the shifts of an admin unit begin. */
export function ShiftsPage() {
  const { params } = useAddressParams();
  const ownUnit = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const named = Number(params.get('unit'));
  const adminId = Number.isSafeInteger(named) && named > 0 ? named : ownUnit;
  const query = useQuery(shiftsQuery(adminId));
  return (
    <Page
      title="Shift times"
      columnWidth={640}
      head={
        <Link className={classes.headLink ?? ''} href={`/handovers?unit=${adminId}`}>
          Handovers
        </Link>
      }
    >
      <Pending
        query={query}
        label="Loading the shift times"
        failure="The shift times could not be loaded."
        rows={4}
        rowHeight={44}
      />
      {query.data ? <ShiftsForm key={adminId} plan={query.data} /> : null}
    </Page>
  );
}

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

function ShiftsForm({ plan }: { plan: handovers.ShiftPlanOfUnit }) {
  const records = useQueryClient();
  const ownZone = useOwnZone();
  const [zone, setZone] = useState(plan.isUsual ? ownZone : plan.zone);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    plan.shifts.map(({ name, startMinute }) => ({ key: ++lastKey, name, start: startText(startMinute) })),
  );
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const shifts = rows.flatMap(({ name, start }) => {
    const startMinute = minuteOf(start);
    return startMinute === undefined ? [] : [{ name: name.trim(), startMinute }];
  });
  const isWhole = shifts.length === rows.length && rows.length > 0;
  const form = useSubmit(async () => {
    if (!isWhole) return 'Each shift needs a time at which it begins.';
    const { adminId } = plan;
    const refusal = await refusalOf(
      (async () => {
        const saved = await callApi(handovers.putShifts, { params: { adminId }, body: { zone, shifts } });
        records.setQueryData(shiftsQuery(adminId).queryKey, saved);
      })(),
    );
    if (refusal === undefined) toast('The shift times are saved. A handover that has begun goes on.');
    return refusal;
  });

  return (
    <form onSubmit={form.onSubmit} className={classes.form}>
      {plan.isUsual ? <p className={classes.dim}>Nobody has set shift times yet: these are the usual ones.</p> : null}
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
      <Group justify="flex-end">
        <Button type="submit" loading={form.isBusy}>
          Save shift times
        </Button>
      </Group>
    </form>
  );
}

/** `Now: Day, 12 h`: what the times come to, over a change of the clock too. */
function runningText(plan: { zone: string; shifts: { name: string; startMinute: number }[] }): string {
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
