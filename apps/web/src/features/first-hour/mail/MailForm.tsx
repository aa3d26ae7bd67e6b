import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { firstHour, type MailSecurity, type MailServer } from '@telltale/contract';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { theirsOf } from '#api/portal/changed-meanwhile.ts';
import { firstHourQuery, mailServerQuery } from '#api/portal/first-hour-queries.ts';
import { ChangedMeanwhile } from '#ui/feedback/ChangedMeanwhile.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../first-hour.module.css';
import { contestedFields, fieldsOf, inputOf, type MailFields, securityChoices, withSecurity } from './mail-fields.ts';
import { TestMail } from './TestMail.tsx';

const theirsSchema = z.object({ mailServer: firstHour.mailServerSchema });

/** Names the mail server. What is typed can be tried before it is saved. */
export function MailForm({ stored: opened }: { stored: MailServer }) {
  const client = useQueryClient();
  const [stored, setStored] = useState(opened);
  const [fields, setFields] = useState<MailFields>(() => fieldsOf(stored));
  /** What somebody else has set meanwhile, and whether it is to be taken away. */
  const [theirs, setTheirs] = useState<{ stands: MailServer; isRemoval: boolean }>();
  const begin = (server: MailServer) => {
    setStored(server);
    setFields(fieldsOf(server));
    setTheirs(undefined);
    client.setQueryData(mailServerQuery.queryKey, server);
    return client.invalidateQueries({ queryKey: firstHourQuery.queryKey });
  };
  const input = inputOf(fields);
  const save = async (server: typeof input | null, said: string) => {
    if (server === undefined) return undefined;
    try {
      const body = { server, expectedVersion: (theirs?.stands ?? stored).version };
      await begin(await callApi(firstHour.saveMailServer, { body }));
    } catch (error) {
      const stands = theirsOf(error, theirsSchema)?.mailServer;
      setTheirs(stands && { stands, isRemoval: server === null });
      return stands === undefined ? messageOf(error) : undefined;
    }
    toast(said);
    return undefined;
  };
  const { isBusy, problem, clearProblem, onSubmit, submit } = useSubmit(() =>
    save(input, 'Mails go to this server now.'),
  );
  const removal = useSubmit(() => save(null, 'Mails are files of the data folder now.'));
  const change = (part: Partial<MailFields>) => {
    setFields((before) => ({ ...before, ...part }));
    clearProblem();
  };
  const hasKept = fields.password === undefined;
  return (
    <>
      <form className={classes.form} onSubmit={onSubmit} aria-label="Mail server">
        <p className={classes.text}>
          {stored.source === 'none'
            ? 'Without a mail server each mail is a file in outbox/ of the data folder, and reaches nobody.'
            : 'Mails go to this server. Its password is kept sealed, and shown to nobody.'}
        </p>
        <div className={classes.fields}>
          <TextInput
            className={classes.wide ?? ''}
            label="Server"
            placeholder="smtp.example.com"
            autoComplete="off"
            spellCheck={false}
            maxLength={253}
            value={fields.host}
            onChange={(event) => change({ host: event.currentTarget.value })}
          />
          <NumberEntry
            label="Port"
            min={1}
            max={65_535}
            allowDecimal={false}
            value={fields.port}
            onChange={(port) => change({ port })}
          />
          <NativeSelect
            className={classes.wide ?? ''}
            label="Encryption"
            data={[...securityChoices]}
            value={fields.security}
            onChange={(event) => change(withSecurity(fields, event.currentTarget.value as MailSecurity))}
          />
          <TextInput
            label="User name"
            description="Empty where the server asks for none."
            autoComplete="off"
            maxLength={255}
            value={fields.username}
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password of the mail server"
            description={hasKept ? 'One is stored.' : 'Of this user.'}
            placeholder={hasKept ? 'unchanged' : ''}
            autoComplete="new-password"
            maxLength={1_000}
            value={fields.password ?? ''}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              change({ password: typed === '' && stored.hasPassword ? undefined : typed });
            }}
          />
          <TextInput
            label="Sender"
            description="Empty: the user name, where it is an address."
            placeholder="portal@example.com"
            autoComplete="off"
            maxLength={254}
            value={fields.sender}
            onChange={(event) => change({ sender: event.currentTarget.value })}
          />
        </div>
        {(problem ?? removal.problem) ? (
          <p className={classes.problem} role="alert">
            {problem ?? removal.problem}
          </p>
        ) : null}
        {theirs === undefined ? (
          <div className={classes.actions}>
            <Button type="submit" loading={isBusy} disabled={input === undefined}>
              Save
            </Button>
          </div>
        ) : (
          <ChangedMeanwhile
            what="the mail server"
            kind="Setting"
            contested={contestedFields(theirs.stands, theirs.isRemoval ? undefined : fields)}
            isSaving={isBusy || removal.isBusy}
            onTheirs={() => void begin(theirs.stands)}
            onMine={() => void (theirs.isRemoval ? removal.submit() : submit())}
          />
        )}
      </form>
      {stored.source === 'stored' && theirs === undefined ? (
        <form className={classes.aside} onSubmit={removal.onSubmit} aria-label="Take the mail server away">
          <Button type="submit" variant="default" loading={removal.isBusy}>
            Send no mails
          </Button>
        </form>
      ) : null}
      <TestMail server={input} isNeeded />
    </>
  );
}
