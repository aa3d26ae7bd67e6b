import { Button } from '@mantine/core';
import { useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import { type FormValues, missingFields } from '#ui/dynamic-form/form-field.ts';
import { type CommandFormSettings, formFields, parameterOf, parameterText } from './settings.ts';

/** Several values that are filled in and sent as one command. */
export function CommandFormTile({ settings }: TileViewProps<CommandFormSettings>) {
  const control = useControl(settings);
  const zone = useZone();
  const [values, setValues] = useState<FormValues>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  const fields = formFields(settings);
  const isBlocked = control.refusal !== '' || control.isSending;
  const send = () => {
    const empty = missingFields(fields, values);
    setMissing(empty);
    if (empty.length === 0) void control.press(parameterOf(fields, values));
  };
  return (
    <ControlFrame settings={settings} control={control} kind="Form" askedText={(value) => parameterText(fields, value)}>
      {(name) => (
        <form
          aria-label={name}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <DynamicForm
            fields={fields}
            values={values}
            zone={zone}
            disabled={isBlocked}
            errors={Object.fromEntries(missing.map((field) => [field, 'Required']))}
            onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
          />
          <Button type="submit" mt="xs" disabled={control.refusal !== ''} loading={control.isSending}>
            Send
          </Button>
        </form>
      )}
    </ControlFrame>
  );
}
