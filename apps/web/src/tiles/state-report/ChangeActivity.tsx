import { Button, NativeSelect } from '@mantine/core';
import { ACTIVITIES, activityName } from '@telltale/domain/field/activities.ts';
import { QUARTER_MS } from '@telltale/domain/field/schedule.ts';
import { useState } from 'react';
import { useHistoryEdit } from '#tile-kit/readings/use-history-edit.ts';
import { ACTIVITY_ITEM } from '#tile-kit/records/rig-record.ts';
import type { Segment } from './report-model.ts';
import classes from './state-report.module.css';

interface ChangeActivityProps {
  segment: Segment;
  /** Why nothing can be changed. */
  obstacle: string | undefined;
  isChanged: boolean;
  onChanged: (key: string) => void;
  onReload: () => void;
}

const CHOICES = ACTIVITIES.map((label, activity) => ({ value: String(activity), label }));

/**
 * Gives a segment another activity: the toggle opens the choice, Apply change stores it, and Reload Schedule shows what
 * became of it. Turning the toggle off takes the choice back (spec 1 §4). A log has a thousand of them: what is closed
 * is one control of the browser's own, and no more.
 */
export function ChangeActivity({ segment, obstacle, isChanged, onChanged, onReload }: ChangeActivityProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  if (isChanged) {
    return (
      <Button size="compact-sm" onClick={onReload}>
        Reload Schedule
      </Button>
    );
  }
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        className={classes.toggle}
        aria-label={`Change activity ${activityName(segment.activity)}`}
        checked={isOpen}
        aria-checked={isOpen}
        disabled={obstacle !== undefined || isSending}
        title={obstacle}
        onChange={({ currentTarget }) => setOpen(currentTarget.checked)}
      />
      {isOpen ? <NewActivity segment={segment} onSending={setSending} onChanged={onChanged} /> : null}
    </>
  );
}

interface NewActivityProps {
  segment: Segment;
  onSending: (isSending: boolean) => void;
  onChanged: (key: string) => void;
}

function NewActivity({ segment, onSending, onChanged }: NewActivityProps) {
  const { assetId, activity, startTime, endTime } = segment;
  const [chosen, setChosen] = useState(activity);
  const [problem, setProblem] = useState<string>();
  const { send, isSending } = useHistoryEdit();

  async function apply() {
    setProblem(undefined);
    // Its ends are rounded: what truly began up to half a quarter earlier is its own, and what truly begins up to half a
    // quarter before its end is the next one's, of which there may be no other value. What is left over rounds to nothing.
    const range = {
      fromMs: Date.parse(startTime) - QUARTER_MS / 2,
      toMs: Date.parse(endTime) - QUARTER_MS / 2 - 1,
    };
    onSending(true);
    const answer = await send({ assetId, dataItemId: ACTIVITY_ITEM, ...range, newValue: chosen });
    onSending(false);
    if ('problem' in answer) setProblem(answer.problem);
    else if (answer.changed === 0) setProblem('Not changed. Nothing was recorded within this segment itself.');
    else onChanged(startTime);
  }

  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`New activity in place of ${activityName(activity)}`}
        data={CHOICES}
        value={String(chosen)}
        disabled={isSending}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      />
      {chosen === activity ? null : (
        <Button size="compact-sm" loading={isSending} onClick={() => void apply()}>
          Apply change
        </Button>
      )}
      {problem === undefined ? null : (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
