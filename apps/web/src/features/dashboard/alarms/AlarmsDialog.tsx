import { Button, Modal } from '@mantine/core';
import type { alarmDefinitions, alarms } from '@telltale/contract';
import { type CSSProperties, useCallback, useRef, useState } from 'react';
import { expressionInForce, termsOf } from '#tile-kit/alarm-overrides/expression-in-force.ts';
import { OverrideForm } from '#tile-kit/alarm-overrides/OverrideForm.tsx';
import { useAlarmOverrides } from '#tile-kit/alarm-overrides/use-alarm-overrides.ts';
import { useMay } from '#tile-kit/portal/use-may.ts';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useAlarmDefinitions } from '#tile-kit/records/use-alarm-definitions.ts';
import { useAlarms } from '#tile-kit/records/use-alarms.ts';
import { confirm, useConfirmStore } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { leaveQuestion } from '#ui/feedback/leave-question.ts';
import classes from './alarms-dialog.module.css';
import { OverrideBacktest } from './OverrideBacktest.tsx';

const STATES = { 1: 'Open', 2: 'Acknowledged', 3: 'Escalated' } as const;
const METHODS = { 0: '', 1: 'Override only', 2: 'Extended', 3: 'Combined' } as const;

/** The alarms of the dashboard's asset, and how it differs from its definition (spec 1 §2 'Alarms dialog per asset'). */
export function AlarmsDialog({ onClose }: { onClose: () => void }) {
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  const isDirty = useRef(false);
  const onDirty = useCallback((isNow: boolean) => {
    isDirty.current = isNow;
  }, []);
  /** Resolves to whether what is written may go. */
  const mayLeave = async () => !isDirty.current || confirm(leaveQuestion);
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title="Set Up Alarms"
      size="xl"
      // Escape answers the question that stands before the dialog, and leaves the dialog alone.
      closeOnEscape={!isAsking}
      closeOnClickOutside={!isAsking}
    >
      <AlarmList mayLeave={mayLeave} onDirty={onDirty} />
    </Modal>
  );
}

interface AlarmListProps {
  mayLeave: () => Promise<boolean>;
  onDirty: (isDirty: boolean) => void;
}

function AlarmList({ mayLeave, onDirty }: AlarmListProps) {
  const defined = useAlarmDefinitions();
  const raised = useAlarms();
  const { overrides } = useAlarmOverrides();
  const [edited, setEdited] = useState<number>();
  /** Whose form was closed: the keyboard goes back to its button. */
  const [closed, setClosed] = useState<number>();
  const mayModify = useMay('Alarms', 'Modify');
  const edit = async (alarmDefinitionId: number) => {
    if (!(await mayLeave())) return;
    setEdited(alarmDefinitionId);
    setClosed(undefined);
  };
  if (defined.state === 'error') {
    return <ErrorState title="The alarms could not be loaded." message={defined.message} onRetry={defined.refresh} />;
  }
  if (defined.state !== 'ready') return <SkeletonRows label="Loading the alarms" rows={4} />;
  if (defined.items.length === 0) {
    return (
      <EmptyState title="This definition has no alarms.">
        They are made in the configuration, for all assets of the definition.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.list}>
      {defined.items.map((definition) => {
        const { alarmDefinitionId } = definition;
        const override = overrides.find((one) => one.alarmDefinitionId === alarmDefinitionId);
        const alarm =
          raised.state === 'ready'
            ? raised.items.find((one) => one.alarmDefinitionId === alarmDefinitionId)
            : undefined;
        const isEdited = edited === alarmDefinitionId;
        return (
          <li key={alarmDefinitionId} className={classes.alarm}>
            <AlarmHead definition={definition} override={override} alarm={alarm}>
              {mayModify && !isEdited ? (
                <Button
                  ref={closed === alarmDefinitionId ? focusOn : null}
                  size="compact-sm"
                  variant="default"
                  aria-label={`Override ${definition.name}`}
                  onClick={() => void edit(alarmDefinitionId)}
                >
                  Override
                </Button>
              ) : null}
            </AlarmHead>
            {isEdited ? (
              <OverrideForm
                alarmDefinitionId={alarmDefinitionId}
                override={override}
                onDirty={onDirty}
                onDone={() => {
                  setEdited(undefined);
                  setClosed(alarmDefinitionId);
                }}
                below={(draft) => <OverrideBacktest definition={definition} override={override} draft={draft} />}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus();

interface AlarmHeadProps {
  definition: alarmDefinitions.AlarmDefinition;
  override: alarmDefinitions.AlarmOverride | undefined;
  alarm: alarms.Alarm | undefined;
  children: React.ReactNode;
}

function AlarmHead({ definition, override, alarm, children }: AlarmHeadProps) {
  const { name, reason, severity, alarmExpression } = definition;
  const palette = usePalette();
  const method = METHODS[override?.overrideMethod ?? 0];
  return (
    <div className={classes.head}>
      <span
        className={classes.mark}
        data-raised={alarm !== undefined}
        style={{ '--severity': severityFill(palette, severity) } as CSSProperties}
        aria-hidden
      />
      <div className={classes.words}>
        <span>
          <strong>{name}</strong>
          {reason === '' ? '' : ` ${reason}`}
        </span>
        <span className={classes.hint}>
          Severity {severity} · {alarm === undefined ? 'Not raised' : STATES[alarm.alarmStatus]}
          {method === '' ? '' : ` · ${method}`}
        </span>
        <code className={classes.expression}>
          {expressionInForce(alarmExpression.expression, termsOf(override)) || 'No expression'}
        </code>
      </div>
      {children}
    </div>
  );
}
