import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type onCall, permissionId, type UserId } from '@telltale/contract';
import type { Duty } from '@telltale/domain/time/on-call.ts';
import { useState } from 'react';
import { rotasQuery } from '#api/alerts/alert-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useNow } from '#ui/feedback/use-now.ts';
import { OverrideDialog } from './OverrideDialog.tsx';
import { Overrides } from './Overrides.tsx';
import { momentWords, weekDays } from './on-call-words.ts';
import classes from './oncall.module.css';
import { RotaDialog } from './RotaDialog.tsx';
import { WeekGrid } from './WeekGrid.tsx';

type Open = { kind: 'new' } | { kind: 'edit' } | { kind: 'override'; duty: Duty<UserId> | undefined };

/** Who of each user group is on call, week by week. */
export function OnCall() {
  const client = useQueryClient();
  const list = useQuery(rotasQuery);
  const nowMs = useNow();
  const mayChange = useMay(permissionId('Alerts', 'Modify'));
  const { params, set } = useAddressParams();
  const [open, setOpen] = useState<Open>();
  const rotas = list.data ?? [];
  const rota = rotas.find(({ userGroupId }) => String(userGroupId) === params.get('group')) ?? rotas[0];
  const reload = () => void client.invalidateQueries({ queryKey: rotasQuery.queryKey });
  const close = () => {
    setOpen(undefined);
    reload();
  };
  return (
    <div className={classes.tab}>
      <p className={classes.lead}>
        Where a group is told by who is on call only, one person is told at a time, also in their quiet hours. That is
        chosen in Escalation.
      </p>
      <div className={classes.head}>
        {rotas.length > 1 ? (
          <Select
            label="User group"
            data={rotas.map((one) => ({ value: String(one.userGroupId), label: one.userGroupName }))}
            allowDeselect={false}
            searchable
            value={rota ? String(rota.userGroupId) : null}
            onChange={(group) => set({ group: group ?? undefined })}
          />
        ) : null}
        {mayChange && list.data ? (
          <Button variant="default" onClick={() => setOpen({ kind: 'new' })}>
            Set up for a group
          </Button>
        ) : null}
      </div>
      <Pending query={list} label="Loading who is on call" failure="Who is on call could not be loaded." rows={9} />
      {list.data?.length === 0 ? (
        <EmptyState title="No user group has anybody on call yet.">
          Everybody of a group is told of its alarms.
        </EmptyState>
      ) : null}
      {rota ? (
        <section className={classes.rota} aria-labelledby="rota-heading">
          <h2 id="rota-heading">{rota.userGroupName}</h2>
          <p role="status" className={classes.now} data-nobody={rota.now === null}>
            {nowWords(rota)}
          </p>
          <p className={classes.lead}>
            Handover on {weekDays[rota.handoverDay - 1]} at {timeWords(rota.handoverMinute)}, {rota.zone}.
          </p>
          <WeekGrid
            rota={rota}
            nowMs={nowMs}
            onTakeOver={mayChange ? (duty) => setOpen({ kind: 'override', duty }) : undefined}
          />
          {mayChange ? (
            <div className={classes.actions}>
              <Button variant="default" onClick={() => setOpen({ kind: 'override', duty: undefined })}>
                Add an override
              </Button>
              <Button variant="default" onClick={() => setOpen({ kind: 'edit' })}>
                Change the rotation
              </Button>
            </div>
          ) : null}
          <Overrides rota={rota} mayChange={mayChange} onChanged={reload} />
        </section>
      ) : null}
      {open?.kind === 'new' ? (
        <RotaDialog taken={rotas} onSaved={({ userGroupId }) => set({ group: String(userGroupId) })} onClose={close} />
      ) : null}
      {open?.kind === 'edit' && rota ? <RotaDialog rota={rota} taken={rotas} onClose={close} /> : null}
      {open?.kind === 'override' && rota ? <OverrideDialog rota={rota} duty={open.duty} onClose={close} /> : null}
    </div>
  );
}

const two = (value: number) => String(value).padStart(2, '0');
const timeWords = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

function nowWords({ now, zone }: onCall.RotaOfGroup): string {
  if (now === null) return 'Nobody is on call now: everybody of the group is told.';
  return `On call now: ${now.username}, until ${momentWords(Date.parse(now.until), zone)}.`;
}
