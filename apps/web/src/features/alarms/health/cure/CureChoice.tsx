import { Badge, Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { alarmHealth, permissionId } from '@telltale/contract';
import { type FormEvent, useId, useState } from 'react';
import { unchangedMessageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import { shareText } from '../figures.ts';
import type { Study } from './CurePanel.tsx';
import classes from './cure.module.css';
import { changedPart, differencesOf, kindTitle, suggestedReason } from './rule-text.ts';

interface CureChoiceProps {
  alarm: alarmHealth.AlarmHealth;
  cure: alarmHealth.AlarmCure;
  study: Study;
  isBest: boolean;
}

/** One change: the old beside the new, what it would have taken away, and a way to make it. */
export function CureChoice({ alarm, cure, study, isBest }: CureChoiceProps) {
  const client = useQueryClient();
  const mayModify = useMay(permissionId('Alarms', 'Modify'));
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState(() => suggestedReason(cure, study.outcome.noise, study.kept));
  const [state, setState] = useState<'idle' | 'busy'>('idle');
  const [problem, setProblem] = useState<string>();
  const titleId = useId();
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy' || reason.trim() === '') return;
    setState('busy');
    setProblem(undefined);
    const { variables: _, ...before } = study.rule;
    const { alarmDefinitionId } = alarm;
    try {
      await callApi(alarmHealth.applyAlarmCure, { body: { alarmDefinitionId, before, after: cure.rule, reason } });
      toast(`${alarm.name} was changed.`);
      setAsking(false);
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.alarmCures() }),
        client.invalidateQueries({ queryKey: queryKeys.definitionAlarms(alarm.assetDefinitionId) }),
      ]);
    } catch (error) {
      setProblem(unchangedMessageOf(error));
    } finally {
      setState('idle');
    }
  };
  return (
    <article className={classes.cure} aria-labelledby={titleId}>
      <h4 id={titleId} className={classes.cureTitle}>
        {kindTitle(cure.kind)}
        {isBest ? (
          <Badge size="sm" variant="light">
            Best
          </Badge>
        ) : null}
      </h4>
      <dl className={classes.differences}>
        {differencesOf(study.rule, cure.rule).map(({ field, before, after }) => {
          const part = changedPart(before, after);
          return (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <code>
                  {part.head}
                  <del>{part.before}</del>
                  {part.tail}
                </code>
                <span aria-hidden>→</span>
                <code>
                  {part.head}
                  <ins>{part.after}</ins>
                  {part.tail}
                </code>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className={classes.outcome}>
        Takes <strong>{shareText(cure.removed)}</strong> of the noise: {study.outcome.noise.toLocaleString('en')} →{' '}
        {cure.outcome.noise.toLocaleString('en')} alarms that nobody acted on.
      </p>
      {mayModify && !isAsking ? (
        <Button variant={isBest ? 'filled' : 'default'} onClick={() => setAsking(true)}>
          Apply
        </Button>
      ) : null}
      {isAsking ? (
        <form className={classes.form} onSubmit={(event) => void apply(event)}>
          <Textarea
            label="Reason"
            description="Stands with the change in the journal. The change is for all assets of the definition."
            required
            autosize
            minRows={2}
            maxLength={1_000}
            data-autofocus
            autoFocus
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {problem === undefined ? null : (
            <p role="alert" className={classes.problem}>
              {problem}{' '}
              <button type="button" onClick={() => void client.invalidateQueries({ queryKey: queryKeys.alarmCures() })}>
                Look again
              </button>
            </p>
          )}
          <div className={classes.buttons}>
            <Button type="submit" loading={state === 'busy'} disabled={reason.trim() === ''}>
              Change the alarm
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : null}
    </article>
  );
}
