import { JOB_GENERATED } from '@telltale/contract';
import { activityName } from '@telltale/domain/field/activities.ts';
import { readProjection } from '@telltale/domain/field/projection.ts';
import { QUARTER_MS, toQuarter } from '@telltale/domain/field/schedule.ts';
import { wellPlanOf } from '@telltale/domain/field/well-plan.ts';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsPast, useMomentStepMs } from '#tile-kit/dashboard-time.ts';
import type { RigRecord } from '#tile-kit/records/rig-record.ts';
import { useAttributes } from '#tile-kit/records/use-attributes.ts';
import { type CompletedActivities, useMarkComplete } from '#tile-kit/records/use-mark-complete.ts';
import { useRigRecord } from '#tile-kit/records/use-rig-record.ts';
import { readJobStart } from './job-start.ts';
import { filtered, type ReportModel, reportOf, type Segment, sorted } from './report-model.ts';

const MINUTE_MS = 60_000;

export type Report =
  | { readonly state: 'no-start' | 'forbidden' }
  | { readonly state: 'bad-start'; readonly text: string }
  | { readonly state: 'future'; readonly startMs: number }
  | { readonly state: 'error'; readonly message: string; readonly refresh: () => void }
  | { readonly state: 'loading'; readonly stage: string }
  | {
      readonly state: 'ready';
      readonly model: ReportModel;
      /** What is under way; undefined: nothing. */
      readonly stage: string | undefined;
      /** Why it is not the latest. */
      readonly problem: string | undefined;
      readonly completed: CompletedActivities;
      readonly refresh: () => void;
    };

export const GETTING = 'Getting schedule...';

/** The report of the dashboard's asset from its job start to its moment. @param isHeld what is shown stays as it is */
export function useReport(isHeld: boolean): Report {
  const attributes = useAttributes();
  const isPast = useIsPast();
  const quarterMs = useMomentStepMs(QUARTER_MS);
  const minuteMs = useMomentStepMs(MINUTE_MS);
  const start = readJobStart(attributes.get(JOB_GENERATED.reportStart));
  const closed = readJobStart(attributes.get(JOB_GENERATED.closed));
  const closedMs = closed.state === 'set' ? closed.timeMs : Number.POSITIVE_INFINITY;
  const startMs = start.state === 'set' ? start.timeMs : undefined;
  const untilMs = isPast ? quarterMs : quarterMs + QUARTER_MS;
  const endMs = Math.max(startMs ?? 0, Math.min(untilMs, toQuarter(closedMs)));
  const hasBegun = startMs !== undefined && startMs <= minuteMs;
  const answer = useRigRecord(hasBegun ? { startMs, endMs } : undefined, isHeld);
  const completed = useMarkComplete(activityName);
  const { prepared, stage } = usePrepared(answer.record);
  const plan = useMemo(() => wellPlanOf((name) => attributes.get(name)), [attributes]);
  const projection = useMemo(() => readProjection(attributes.list), [attributes]);
  const { has: isComplete } = completed;
  const shownEndMs = Math.max(startMs ?? 0, Math.min(minuteMs, closedMs));
  const model = useMemo(() => {
    if (prepared === undefined || startMs === undefined) return undefined;
    const { record, segments } = prepared;
    return reportOf(segments, { record, plan, projection, isComplete, startMs, endMs: shownEndMs });
  }, [prepared, plan, projection, isComplete, startMs, shownEndMs]);

  if (start.state === 'none') return { state: 'no-start' };
  if (start.state === 'unreadable') return { state: 'bad-start', text: start.text };
  if (startMs === undefined || !hasBegun) return { state: 'future', startMs: startMs ?? 0 };
  if (answer.isForbidden) return { state: 'forbidden' };
  if (model === undefined) {
    if (answer.problem !== undefined && answer.record === undefined) {
      return { state: 'error', message: answer.problem, refresh: answer.refresh };
    }
    return { state: 'loading', stage: stage ?? GETTING };
  }
  const isAsking = answer.isAsking ? GETTING : undefined;
  return {
    state: 'ready',
    model,
    stage: stage ?? isAsking,
    problem: answer.problem,
    completed,
    refresh: answer.refresh,
  };
}

interface Prepared {
  readonly record: RigRecord;
  readonly segments: readonly Segment[];
}

/** Goes through the steps of a new answer, each with its message in sight. */
function usePrepared(record: RigRecord | undefined): { prepared: Prepared | undefined; stage: string | undefined } {
  const [prepared, setPrepared] = useState<Prepared>();
  const [stage, setStage] = useState<string>();
  useEffect(() => {
    if (record === undefined) return;
    let isStale = false;
    const steps = async () => {
      let { segments } = record;
      for (const [message, step] of STEPS) {
        // One after the other: together they would be drawn once, as the last of them.
        await Promise.resolve();
        flushSync(() => setStage(message));
        await nextTurn();
        if (isStale) return;
        segments = step(segments);
      }
      setPrepared({ record, segments });
      setStage(undefined);
    };
    void steps();
    return () => {
      isStale = true;
    };
  }, [record]);
  return { prepared, stage };
}

const STEPS: readonly (readonly [string, (segments: readonly Segment[]) => readonly Segment[]])[] = [
  ['Sorting...', sorted],
  ['Filtering...', filtered],
  ['Building graph...', (segments) => segments],
];

/** Lets the browser draw; not by its frames, which a hidden window does not have. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
