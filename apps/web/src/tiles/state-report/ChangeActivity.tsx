import { Button, NativeSelect, Switch } from '@mantine/core';
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
 * became of it. Turning the toggle off takes the choice back (spec 1 §4).
 */
export function ChangeActivity({ segment, obstacle, isChanged, onChanged, onReload }: ChangeActivityProps) {
  const [chosen, setChosen] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const { send, isSending } = useHistoryEdit();
  const { assetId, activity, startTime, endTime } = segment;
  const name = activityName(activity);

  async function apply(newValue: number) {
    setProblem(undefined);
    // Its ends are rounded: what truly began up to half a quarter earlier is its own, and what truly begins up to half a
    // quarter before its end is the next one's, of which there may be no other value. What is left over rounds to nothing.
    const range = {
      fromMs: Date.parse(startTime) - QUARTER_MS / 2,
      toMs: Date.parse(endTime) - QUARTER_MS / 2 - 1,
    };
    const answer = await send({ assetId, dataItemId: ACTIVITY_ITEM, ...range, newValue });
    if ('problem' in answer) setProblem(`Not changed. ${answer.problem}`);
    else if (answer.changed === 0) setProblem('Not changed. Nothing was recorded within this segment itself.');
    else onChanged(startTime);
  }

  if (isChanged) {
    return (
      <Button size="compact-sm" onClick={onReload}>
        Reload Schedule
      </Button>
    );
  }
  return (
    <>
      <Switch
        aria-label={`Change activity ${name}`}
        checked={chosen !== undefined}
        disabled={obstacle !== undefined || isSending}
        title={obstacle}
        onChange={({ currentTarget }) => {
          setProblem(undefined);
          setChosen(currentTarget.checked ? activity : undefined);
        }}
      />
      {chosen === undefined ? null : (
        <NativeSelect
          size="xs"
          aria-label={`New activity in place of ${name}`}
          data={CHOICES}
          value={String(chosen)}
          disabled={isSending}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      {chosen === undefined || chosen === activity ? null : (
        <Button size="compact-sm" loading={isSending} onClick={() => void apply(chosen)}>
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
