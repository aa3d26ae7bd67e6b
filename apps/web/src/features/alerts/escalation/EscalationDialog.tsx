import { Alert, Button, Checkbox, Modal, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { escalations, ownership, type UserGroupId } from '@telltale/contract';
import { useState } from 'react';
import { escalationsQuery } from '#api/alerts/alert-queries.ts';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useSessionStore } from '#session/session-store.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './escalations.module.css';

const FIRST_MINUTES = 15;

interface StepDraft {
  key: number;
  /** Null: none is chosen yet. */
  group: string | null;
  /** Null: empty. */
  minutes: number | null;
  onCallOnly: boolean;
}

interface EscalationDialogProps {
  escalation: escalations.Escalation;
  onClose: () => void;
}

/** Sets who is told next, group after group. */
export function EscalationDialog({ escalation, onClose }: EscalationDialogProps) {
  const { userGroupId, userGroupName, assetGroupId, assetGroupName, steps } = escalation;
  const client = useQueryClient();
  const adminId = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const owned = useQuery(ownershipQuery(adminId));
  const [onCallOnly, setOnCallOnly] = useState(escalation.onCallOnly);
  const [drafts, setDrafts] = useState<readonly StepDraft[]>(() =>
    steps.map((step, key) => ({
      key,
      group: String(step.userGroupId),
      minutes: step.minutes,
      onCallOnly: step.onCallOnly,
    })),
  );
  const put = (key: number, part: Partial<StepDraft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));
  const add = () => {
    const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1;
    setDrafts([...drafts, { key, group: null, minutes: FIRST_MINUTES, onCallOnly: false }]);
  };
  const whole = drafts.flatMap(({ group, minutes, onCallOnly: isOnCall }) =>
    group === null || minutes === null
      ? []
      : [{ userGroupId: Number(group) as UserGroupId, minutes, onCallOnly: isOnCall }],
  );
  const save = async () => {
    await callApi(escalations.saveEscalation, { body: { userGroupId, assetGroupId, onCallOnly, steps: whole } });
    await client.invalidateQueries({ queryKey: escalationsQuery.queryKey });
    onClose();
  };
  const { isBusy, problem, onSubmit } = useSubmit(() => refusalOf(save()));
  const names = new Map(steps.map((step) => [String(step.userGroupId), step.userGroupName ?? 'Another admin unit']));
  for (const group of owned.data?.userGroups ?? []) names.set(String(group.userGroupId), group.userGroupName);
  const choices = [...names].map(([value, label]) => ({ value, label }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`When ${userGroupName} does not answer for ${assetGroupName}`}
      size="lg"
      closeOnClickOutside={false}
    >
      {owned.data === undefined ? (
        <Pending query={owned} label="Loading user groups" failure="The user groups could not be loaded." rows={3} />
      ) : (
        <form className={classes.form} onSubmit={onSubmit}>
          <Checkbox
            label={`Tell only who of ${userGroupName} is on call`}
            description="Where nobody is, everybody of the group is told."
            checked={onCallOnly}
            onChange={({ currentTarget }) => setOnCallOnly(currentTarget.checked)}
          />
          {drafts.length === 0 ? <p className={classes.lead}>Nobody else is told.</p> : null}
          {drafts.map(({ key, group, minutes, onCallOnly: isOnCall }, index) => (
            <fieldset key={key} className={classes.step} aria-label={`Step ${index + 1}`}>
              <NumberEntry
                label="After minutes"
                min={1}
                max={escalations.MAX_ESCALATION_MINUTES}
                allowDecimal={false}
                value={minutes}
                onChange={(next) => put(key, { minutes: next })}
              />
              <Select
                label="Tell"
                placeholder="A user group"
                data={choices}
                searchable
                limit={100}
                value={group}
                onChange={(next) => put(key, { group: next })}
              />
              <Button
                variant="default"
                aria-label={`Remove step ${index + 1}`}
                onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
              >
                Remove
              </Button>
              <Checkbox
                className={classes.stepOnCall ?? ''}
                label="Only who is on call"
                checked={isOnCall}
                onChange={({ currentTarget }) => put(key, { onCallOnly: currentTarget.checked })}
              />
            </fieldset>
          ))}
          <div>
            <Button variant="default" onClick={add} disabled={drafts.length >= escalations.MAX_ESCALATION_STEPS}>
              Add a step
            </Button>
          </div>
          {problem === undefined ? null : <Alert color="red">{problem}</Alert>}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={whole.length < drafts.length}>
              Save
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
