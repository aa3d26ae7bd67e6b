import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useTileDraft } from '#tile-kit/records/use-tile-draft.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import classes from '#tiles/shared/control/control.module.css';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import { type FormValues, missingFields } from '#ui/dynamic-form/form-field.ts';
import { type CommandFormSettings, formFields, parameterOf, parameterText } from './settings.ts';

/** Several values that are filled in and sent as one command. */
export function CommandFormTile({ settings }: TileViewProps<CommandFormSettings>) {
  const control = useControl(settings);
  const zone = useZone();
  const fields = formFields(settings);
  const { draft, put, drop } = useTileDraft<{ values: FormValues }>(JSON.stringify(fields), () => ({ values: {} }));
  const { values } = draft;
  const [missing, setMissing] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // It may have been scrolled out of sight.
    if (missing.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [missing]);
  const begun = useRef<HTMLDivElement>(null);
  const [sentTimes, setSentTimes] = useState(0);
  const toldTimes = useRef(0);
  const isTold = control.outcome.phase !== 'none';
  useEffect(() => {
    if (!isTold || toldTimes.current === sentTimes) return;
    toldTimes.current = sentTimes;
    // What was filled in may be longer than its tile: it begins anew, and what became of it stands below.
    begun.current?.scrollTo({ top: 0 });
    const frame = form.current?.closest('section');
    frame?.querySelector(':scope > [role="status"]')?.scrollIntoView({ block: 'nearest' });
  }, [isTold, sentTimes]);
  const empty = missingFields(fields, values);
  const isBlocked = control.refusal !== '' || control.isSending;
  const send = async () => {
    setMissing(empty);
    if (empty.length > 0 || !(await control.press(parameterOf(fields, values)))) return;
    // What was asked for stands below; what stands in the form is still to be sent.
    put({ values: {} });
    drop();
    setSentTimes((times) => times + 1);
  };
  return (
    <ControlFrame settings={settings} control={control} kind="Form" askedText={(value) => parameterText(fields, value)}>
      {(name) => (
        <form
          aria-label={name}
          ref={form}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <div ref={begun} className={classes.fields}>
            <DynamicForm
              fields={fields}
              values={values}
              zone={zone}
              disabled={isBlocked}
              errors={Object.fromEntries(
                missing.filter((field) => empty.includes(field)).map((field) => [field, 'Required']),
              )}
              onChange={(field, value) => put((before) => ({ values: { ...before.values, [field]: value } }))}
            />
          </div>
          <Button
            className={classes.send}
            type="submit"
            mt="xs"
            disabled={control.refusal !== ''}
            loading={control.isSending}
          >
            Send
          </Button>
        </form>
      )}
    </ControlFrame>
  );
}
