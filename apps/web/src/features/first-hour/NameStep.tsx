import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { firstHour } from '@telltale/contract';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { theirsOf } from '#api/portal/changed-meanwhile.ts';
import { firstHourQuery } from '#api/portal/first-hour-queries.ts';
import { ChangedMeanwhile } from '#ui/feedback/ChangedMeanwhile.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './first-hour.module.css';

const theirsSchema = z.object({ portalName: z.string() });
const shown = (name: string) => (name === '' ? 'none: Telltale' : name);

/** What people call this portal. The portal writes it into each page that it serves, so it is there with the next one. */
export function NameStep({ portalName }: { portalName: string }) {
  const client = useQueryClient();
  const [base, setBase] = useState(portalName);
  const [typed, setTyped] = useState(portalName);
  const [theirs, setTheirs] = useState<string>();
  const name = typed.trim();
  const { isBusy, problem, clearProblem, onSubmit, submit } = useSubmit(async () => {
    try {
      const body = { portalName: name, expectedName: theirs ?? base };
      client.setQueryData(firstHourQuery.queryKey, await callApi(firstHour.saveFirstHour, { body }));
    } catch (error) {
      const stands = theirsOf(error, theirsSchema)?.portalName;
      setTheirs(stands);
      return stands === undefined ? messageOf(error) : undefined;
    }
    setBase(name);
    setTheirs(undefined);
    toast('The name is saved. Pages that are opened from now on show it.');
    return undefined;
  });
  const take = (stands: string) => {
    setBase(stands);
    setTyped(stands);
    setTheirs(undefined);
    void client.invalidateQueries({ queryKey: firstHourQuery.queryKey });
  };
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
      {theirs === undefined ? (
        <div className={classes.actions}>
          <Button type="submit" loading={isBusy} disabled={name === base}>
            Save
          </Button>
        </div>
      ) : (
        <ChangedMeanwhile
          what="the name"
          kind="Setting"
          contested={name === theirs ? [] : [{ key: 'name', label: 'Name', theirs: shown(theirs), yours: shown(name) }]}
          isSaving={isBusy}
          onTheirs={() => take(theirs)}
          onMine={() => void submit()}
        />
      )}
    </form>
  );
}
