import { Alert, Button, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { onCall, ownership, type UserId } from '@telltale/contract';
import type { Duty } from '@telltale/domain/time/on-call.ts';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useSessionStore } from '#session/session-store.ts';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { choicesOf } from './group-people.ts';
import classes from './oncall.module.css';

interface OverrideDialogProps {
  rota: onCall.RotaOfGroup;
  /** The stretch that is taken over; undefined: it is to be said. */
  duty: Duty<UserId> | undefined;
  onClose: () => void;
}

/** Has somebody else on call for a span. */
export function OverrideDialog({ rota, duty, onClose }: OverrideDialogProps) {
  const { userGroupId, userGroupName, zone } = rota;
  const adminId = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const owned = useQuery(ownershipQuery(adminId));
  const shown = (timeMs: number | undefined) =>
    timeMs === undefined ? '' : clockValue(new Date(timeMs).toISOString(), zone);
  const [person, setPerson] = useState<string | null>(null);
  const [from, setFrom] = useState(() => shown(duty?.fromMs));
  const [to, setTo] = useState(() => shown(duty?.toMs));
  const span = { from: isoOfClock(from, zone), to: isoOfClock(to, zone) };
  const save = async (start: string, end: string) => {
    const body = { userGroupId, userId: Number(person) as UserId, from: start, to: end };
    await callApi(onCall.addRotaOverride, { body });
    onClose();
  };
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (span.from === null || span.to === null) return 'Both times are needed.';
    if (span.to <= span.from) return 'It must end after it begins.';
    return refusalOf(save(span.from, span.to));
  });
  return (
    <Modal opened onClose={onClose} title={`Take over in ${userGroupName}`} size="md" closeOnClickOutside={false}>
      {owned.data === undefined ? (
        <Pending query={owned} label="Loading users" failure="The users could not be loaded." rows={3} />
      ) : (
        <form className={classes.form} onSubmit={onSubmit}>
          <Select
            label="Who takes over"
            placeholder="A user of the group"
            data={choicesOf(owned.data, userGroupId)}
            searchable
            limit={100}
            value={person}
            onChange={setPerson}
          />
          <div className={classes.pair}>
            <MomentField label="From" zone={zone} value={from} onChange={setFrom} />
            <MomentField label="Until" zone={zone} value={to} onChange={setTo} />
          </div>
          {problem === undefined ? null : <Alert color="red">{problem}</Alert>}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={person === null}>
              Save
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
