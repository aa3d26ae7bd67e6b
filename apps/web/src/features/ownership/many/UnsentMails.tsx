import { isSent, type MailResult, mailOutcomeWords } from '#pages/administration/mail-outcomes.ts';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './many-users.module.css';

/** Whose mail was not sent, and why. */
export function UnsentMails({ mails }: { mails: readonly MailResult[] }) {
  const unsent = mails.filter((mail) => !isSent(mail));
  if (unsent.length === 0) return null;
  return (
    <div className={classes.results}>
      <SmallTable label="Mails that were not sent" headers={['User', 'What became of the mail']} isStacked>
        {unsent.map(({ userId, username, outcome }) => (
          <tr key={userId}>
            <td>{username}</td>
            <td>{mailOutcomeWords[outcome]}</td>
          </tr>
        ))}
      </SmallTable>
    </div>
  );
}
