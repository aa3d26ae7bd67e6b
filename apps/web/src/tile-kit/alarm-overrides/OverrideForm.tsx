import { Button, Group, Select } from '@mantine/core';
import type { alarmDefinitions } from '@telltale/contract';
import { itemName } from '@telltale/domain';
import { variableName } from '@telltale/domain/expression/variable-name.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ExpressionField } from '#ui/form/expression/ExpressionField.tsx';
import { useDashboardScope } from '../dashboard-scope.tsx';
import classes from './override-form.module.css';
import { useAlarmOverrides } from './use-alarm-overrides.ts';
import { useExpressionCheck } from './use-expression-check.ts';

const METHODS = [
  { value: '0', label: 'No override' },
  { value: '1', label: 'Override only' },
  { value: '2', label: 'Extend: calculation OR override' },
  { value: '3', label: 'Combine: calculation AND override' },
];

interface OverrideFormProps {
  alarmDefinitionId: number;
  override: alarmDefinitions.AlarmOverride | undefined;
  onDone: () => void;
  /** Whether something is written that is not stored; a stable function. */
  onDirty?: (isDirty: boolean) => void;
  /** What stands below the expression, for what is written now; `isValid`: the portal can evaluate it. */
  below?: (draft: OverrideDraft) => ReactNode;
}

export interface OverrideDraft {
  readonly method: alarmDefinitions.OverrideMethod;
  readonly expression: string;
  readonly isValid: boolean;
  /** Writes another one, as one who drags its limit does. */
  readonly setExpression: (expression: string) => void;
}

/** How one alarm of the dashboard's asset differs from its definition (spec 1 §2 'Alarm override editor'). */
export function OverrideForm({ alarmDefinitionId, override, onDone, onDirty, below }: OverrideFormProps) {
  const { definition } = useDashboardScope();
  const { save } = useAlarmOverrides();
  const stored = { method: override?.overrideMethod ?? 0, expression: override?.expression.expression.trim() ?? '' };
  const [method, setMethod] = useState<alarmDefinitions.OverrideMethod>(stored.method);
  const [expression, setExpression] = useState(stored.expression);
  const isUsed = method !== 0;
  const isChanged = method !== stored.method || expression.trim() !== stored.expression;
  useEffect(() => {
    onDirty?.(isChanged);
    return () => onDirty?.(false);
  }, [isChanged, onDirty]);
  const first = useRef<HTMLInputElement>(null);
  // The button that opened it is gone: the keyboard goes on here.
  useEffect(() => first.current?.focus(), []);
  const names = useMemo(
    () => definition.dataItemDefinitions.map((item) => ({ label: itemName(item), variable: variableName(item.label) })),
    [definition],
  );
  const check = useExpressionCheck(isUsed ? expression : undefined, definition.dataItemDefinitions, {
    alarmDefinitionId,
  });

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ alarmDefinitionId, overrideMethod: method, expression }, { onSuccess: onDone });
      }}
    >
      <Select
        ref={first}
        label="Override method"
        allowDeselect={false}
        data={METHODS}
        value={String(method)}
        onChange={(value) => setMethod(Number(value) as alarmDefinitions.OverrideMethod)}
      />
      {isUsed ? <ExpressionField value={expression} onChange={setExpression} check={check} names={names} /> : null}
      {below?.({ method, expression, isValid: !isUsed || check?.state === 'valid', setExpression })}
      {save.error === null ? null : (
        <p role="alert" className={classes.problem}>
          Not saved. {save.error.message}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={save.isPending} disabled={isUsed && check?.state !== 'valid'}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
