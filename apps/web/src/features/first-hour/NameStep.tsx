import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { firstHour } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { firstHourQuery } from '#api/portal/first-hour-queries.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './first-hour.module.css';

/** What people call this portal. The portal writes it into each page that it serves, so it is there with the next one. */
export function NameStep({ portalName }: { portalName: string }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(portalName);
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () => {
    const refusal = await refusalOf(
      callApi(firstHour.saveFirstHour, { body: { portalName: typed.trim() } }).then((saved) =>
        client.setQueryData(firstHourQuery.queryKey, saved),
      ),
    );
    if (refusal === undefined) toast('The name is saved. Pages that are opened from now on show it.');
    return refusal;
  });
  return (
    <form className={classes.form} onSubmit={onSubmit} aria-label="Name of the portal">
      <p className={classes.text}>The company, the field or the plant: what tells this portal from another one.</p>
      <TextInput
        label="Name"
        placeholder="Telltale"
        description="Without one it is called Telltale."
        maxLength={firstHour.MAX_PORTAL_NAME}
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          clearProblem();
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isBusy} disabled={typed.trim() === portalName}>
          Save
        </Button>
      </div>
    </form>
  );
}
