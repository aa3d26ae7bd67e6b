import { useQuery } from '@tanstack/react-query';
import type { MailServer } from '@telltale/contract';
import { mailServerQuery } from '#api/portal/first-hour-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import classes from '../first-hour.module.css';
import { MailForm } from './MailForm.tsx';
import { TestMail } from './TestMail.tsx';

/** Where mails go, and whether they arrive. */
export function MailStep() {
  const query = useQuery(mailServerQuery);
  const { data } = query;
  return (
    <>
      <Pending query={query} label="Loading the mail server" failure="The mail server could not be loaded." rows={4} />
      {data === undefined ? null : data.source === 'environment' ? (
        <OfEnvironment server={data} />
      ) : (
        <MailForm stored={data} />
      )}
    </>
  );
}

function OfEnvironment({ server: { host, port, username } }: { server: MailServer }) {
  return (
    <>
      <p className={classes.text}>
        Mails go to{' '}
        <strong>
          {host}, port {port}
        </strong>
        {username === '' ? '' : `, as ${username}`}. <code>TELLTALE_SMTP_URL</code> of the environment says so, and wins
        over anything set here: take it out of the environment to set the server on this page.
      </p>
      <TestMail />
    </>
  );
}
