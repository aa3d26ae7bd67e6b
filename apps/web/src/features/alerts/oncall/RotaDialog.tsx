import { Alert, Autocomplete, Button, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { onCall, ownership, type UserGroupId, type UserId } from '@telltale/contract';
import { formatDate, isTimeZone } from '@telltale/domain/format/time.ts';
import { onCallAt, turnsFrom } from '@telltale/domain/time/on-call.ts';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useSessionStore } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { choicesOf } from './group-people.ts';
import { MemberList } from './MemberList.tsx';
import { planOf, weekDays } from './on-call-words.ts';
import classes from './oncall.module.css';

interface RotaDialogProps {
  /** Undefined: of a group that has none yet. */
  rota?: onCall.RotaOfGroup;
  taken: readonly onCall.RotaOfGroup[];
  onSaved?: (rota: onCall.RotaOfGroup) => void;
  onClose: () => void;
}

const two = (value: number) => String(value).padStart(2, '0');
const minuteOf = (text: string) => {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
};

/** Who takes turns, and when one hands over to the next. The first one has the week that runs. */
export function RotaDialog({ rota, taken, onSaved, onClose }: RotaDialogProps) {
  const adminId = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const owned = useQuery(ownershipQuery(adminId));
  const ownZone = useOwnZone();
  const [group, setGroup] = useState<string | null>(rota ? String(rota.userGroupId) : null);
  const [zone, setZone] = useState(rota?.zone ?? ownZone);
  const [day, setDay] = useState(String(rota?.handoverDay ?? 1));
  const [time, setTime] = useState(() => timeOf(rota?.handoverMinute ?? 8 * 60));
  const [members, setMembers] = useState<readonly string[]>(() => (rota ? membersFromNow(rota, Date.now()) : []));
  const handoverMinute = minuteOf(time);
  const save = async () => {
    if (handoverMinute === undefined || group === null) return;
    const week = { zone, handoverDay: Number(day), handoverMinute };
    const plan = { ...week, start: startOf(week, Date.now()), members: members.map((id) => Number(id) as UserId) };
    const body = { userGroupId: Number(group) as UserGroupId, ...plan, version: rota?.version ?? 0 };
    const saved = await callApi(onCall.saveRota, { body });
    onSaved?.(saved);
    onClose();
  };
  const form = useSubmit(async () => {
    if (!isTimeZone(zone)) return 'There is no such time zone.';
    return refusalOf(save());
  });
  const removal = useSubmit(async () => {
    if (!rota) return undefined;
    const isAgreed = await confirm({
      title: `Nobody of ${rota.userGroupName} on call any more?`,
      message: 'The rotation and its overrides are removed. Everybody of the group is told then.',
      confirmLabel: 'Remove',
      isDestructive: true,
    });
    if (!isAgreed) return undefined;
    const { userGroupId } = rota;
    return refusalOf(callApi(onCall.deleteRota, { body: { userGroupId } }).then(onClose));
  });
  const groups = (owned.data?.userGroups ?? [])
    .filter(({ userGroupId }) => !taken.some((one) => one.userGroupId === userGroupId))
    .map(({ userGroupId, userGroupName }) => ({ value: String(userGroupId), label: userGroupName }));
  const problem = form.problem ?? removal.problem;
  return (
    <Modal
      opened
      onClose={onClose}
      title={rota ? `Who of ${rota.userGroupName} is on call` : 'Who is on call'}
      size="lg"
      closeOnClickOutside={false}
    >
      {owned.data === undefined ? (
        <Pending query={owned} label="Loading users" failure="The users could not be loaded." rows={4} />
      ) : (
        <form className={classes.form} onSubmit={form.onSubmit}>
          {rota ? null : (
            <Select
              label="User group"
              data={groups}
              searchable
              limit={100}
              value={group}
              onChange={(next) => {
                setGroup(next);
                setMembers([]);
              }}
            />
          )}
          <div className={classes.three}>
            <Select
              label="Handover on"
              data={weekDays.map((label, index) => ({ value: String(index + 1), label }))}
              allowDeselect={false}
              value={day}
              onChange={(next) => setDay(next ?? day)}
            />
            <MomentField kind="time" label="At" required value={time} onChange={setTime} />
            <Autocomplete
              label="Time zone"
              size="xs"
              data={Intl.supportedValuesOf('timeZone')}
              limit={50}
              value={zone}
              onChange={setZone}
            />
          </div>
          <MemberList
            choices={group === null ? [] : choicesOf(owned.data, Number(group))}
            known={rota?.members ?? []}
            members={members}
            onChange={setMembers}
          />
          {problem === undefined ? null : <Alert color="red">{problem}</Alert>}
          <div className={classes.actions}>
            {rota ? (
              <Button variant="default" loading={removal.isBusy} onClick={(event) => removal.onSubmit(event)}>
                Remove the rotation
              </Button>
            ) : null}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={form.isBusy}
              disabled={group === null || members.length === 0 || handoverMinute === undefined}
            >
              Save
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

const timeOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** In the order of their turns, from whose week it is. */
function membersFromNow(rota: onCall.RotaOfGroup, nowMs: number): string[] {
  const plan = planOf(rota);
  const first = plan.members.indexOf(onCallAt(plan, [], nowMs).userId);
  return [...plan.members.slice(first), ...plan.members.slice(0, first)].map(String);
}

/** The day on which the week that runs began. */
function startOf(week: { zone: string; handoverDay: number; handoverMinute: number }, nowMs: number): string {
  const today = formatDate(nowMs, week.zone);
  const [turn] = turnsFrom({ ...week, start: today, members: ['anybody'] }, nowMs, 1);
  return formatDate(turn?.fromMs ?? nowMs, week.zone);
}
