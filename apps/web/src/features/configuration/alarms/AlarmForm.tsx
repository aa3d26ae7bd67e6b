import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { alarmDefinitions } from '@telltale/contract';
import { variableName } from '@telltale/domain/expression/variable-name.ts';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { dataItemDefinitionsQuery } from '#api/definition-queries.ts';
import { detectedItemsQuery } from '#api/detected-items.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useExpressionCheck } from '#tile-kit/alarm-overrides/use-expression-check.ts';
import { ExpressionBuilder } from '#ui/form/expression/ExpressionBuilder.tsx';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { useChange } from '../page/use-change.ts';
import { AlarmBacktest } from './AlarmBacktest.tsx';
import {
  type AlarmFields,
  alarmBody,
  emptyAlarm,
  fieldsOfAlarm,
  foreignVariables,
  isSameAlarm,
} from './alarm-fields.ts';

interface AlarmFormProps {
  assetDefinitionId: number;
  /** Undefined: a new one. */
  alarm: alarmDefinitions.AlarmDefinition | undefined;
  /** Names of the alarms that there are. */
  names: readonly string[];
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Everything about one alarm. A new one is added, one that there is can be saved once something changed. */
export function AlarmForm({ assetDefinitionId, alarm, names, onDirty, onDone }: AlarmFormProps) {
  const start = useMemo(() => (alarm ? fieldsOfAlarm(alarm) : emptyAlarm), [alarm]);
  const [fields, setFields] = useState<AlarmFields>(start);
  const { change, isBusy, problem } = useChange();
  const own = useQuery(dataItemDefinitionsQuery(assetDefinitionId)).data;
  const detected = useQuery(detectedItemsQuery(assetDefinitionId)).data;
  const dataItems = useMemo(() => [...(own ?? []), ...(detected ?? [])], [own, detected]);
  const variables = useMemo(
    () => dataItems.map(({ label }) => ({ label, variable: variableName(label) })),
    [dataItems],
  );
  const isBlank = fields.expression.trim() === '';
  const check = useExpressionCheck(isBlank ? undefined : fields.expression, dataItems, {
    assetDefinitionId,
    alarmDefinitionId: alarm?.alarmDefinitionId,
  });
  const isChanged = !isSameAlarm(fields, start);
  const foreign = own === undefined || detected === undefined ? [] : foreignVariables(fields.expression, variables);
  const isTwice = names.some((name) => isSameName(name, fields.name) && !isSameName(name, alarm?.name ?? ''));

  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);

  const put = (part: Partial<AlarmFields>) => setFields((before) => ({ ...before, ...part }));
  const number = (key: 'severity' | 'escalation' | 'expiration' | 'onDelay' | 'offDelay' | 'deadband') => ({
    value: fields[key],
    onChange: (typed: number | null) => put({ [key]: typed }),
  });
  const isReady = fields.name.trim() !== '' && !isBlank && check?.state === 'valid';

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    const body = [alarmBody({ ...fields, name: fields.name.trim() }, assetDefinitionId, alarm, dataItems)];
    const stored = await change({
      said: alarm ? `${fields.name} was saved.` : `${fields.name} was added.`,
      reload: [queryKeys.definitionAlarms(assetDefinitionId)],
      make: () => callApi(alarmDefinitions.putAlarmDefinitions, { body }),
    });
    if (stored) onDone();
  };
  return (
    <form className={panel.form} aria-label="Set up Alarm" onSubmit={(event) => void save(event)}>
      <div className={panel.fields}>
        <TextInput
          className={panel.half ?? ''}
          label="Alarm Name"
          required
          maxLength={255}
          autoComplete="off"
          data-autofocus
          value={fields.name}
          {...(isTwice ? { description: 'There is an alarm of this name already.' } : {})}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <TextInput
          className={panel.half ?? ''}
          label="Reason"
          autoComplete="off"
          maxLength={10_000}
          value={fields.reason}
          onChange={(event) => put({ reason: event.currentTarget.value })}
        />
        <NumberEntry className={panel.third ?? ''} label="Severity" {...number('severity')} />
        <NumberEntry className={panel.third ?? ''} label="Escalation" suffix=" s" min={0} {...number('escalation')} />
        <NumberEntry className={panel.third ?? ''} label="Expiration" suffix=" s" min={0} {...number('expiration')} />
        <NumberEntry className={panel.third ?? ''} label="On delay" suffix=" s" min={0} {...number('onDelay')} />
        <NumberEntry className={panel.third ?? ''} label="Off delay" suffix=" s" min={0} {...number('offDelay')} />
        <NumberEntry className={panel.third ?? ''} label="Deadband" min={0} {...number('deadband')} />
        <Switch
          className={panel.whole ?? ''}
          label="Self acknowledge: closes by itself when its condition is gone"
          checked={fields.selfAck}
          onChange={(event) => put({ selfAck: event.currentTarget.checked })}
        />
        <div className={panel.whole}>
          <ExpressionBuilder
            value={fields.expression}
            onChange={(expression) => put({ expression })}
            check={isBlank ? undefined : check}
            names={variables}
          />
          {foreign.length > 0 ? (
            <p className={panel.warning} role="status">
              No data item of this definition: {foreign.join(', ')}
            </p>
          ) : null}
        </div>
      </div>
      <AlarmBacktest
        assetDefinitionId={assetDefinitionId}
        alarmDefinitionId={alarm?.alarmDefinitionId}
        fields={fields}
        stored={alarm && start}
        dataItems={dataItems}
        isReady={check?.state === 'valid'}
        onRule={put}
      />
      <Problem text={problem} />
      <Group gap="xs">
        {alarm === undefined ? (
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            Add alarm
          </Button>
        ) : null}
        {alarm !== undefined && isChanged ? (
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            Save alarm
          </Button>
        ) : null}
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

const isSameName = (first: string, second: string) => first.trim().toLowerCase() === second.trim().toLowerCase();
