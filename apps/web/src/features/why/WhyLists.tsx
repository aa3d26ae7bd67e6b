import type { why } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain';
import { Link } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import { commandTitle, parameterText, stateWords } from '#pages/commands/command-words.ts';
import classes from './why.module.css';

/** What was done to the history of the data item, and what was imported. */
export function EditList({ edits, zone, unit }: { edits: readonly why.WhyEdit[]; zone: string; unit: string }) {
  const time = (text: string) => formatDateTime(Date.parse(text), zone);
  return (
    <section className={classes.part}>
      <h3>Edits and imports</h3>
      {edits.length === 0 ? (
        <p className={classes.none}>Nobody edited its history, and no file was imported.</p>
      ) : (
        <ul className={classes.list}>
          {edits.map((edit) => (
            <li key={`${edit.time} ${edit.from} ${edit.kind}`}>
              {edit.covers ? <strong>About this value: </strong> : null}
              {editText(edit, unit)}, from {time(edit.from)} to {time(edit.to)}{' '}
              <span className={classes.none}>({time(edit.time)})</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function editText({ kind, user, points: count, value, file }: why.WhyEdit, unit: string): string {
  if (kind === 'edit') return `${user} set ${points(count)} to ${value} ${unit}`.trim();
  if (kind === 'recalculation') return `${user} had ${points(count)} calculated again`;
  return `${file} was imported, ${points(count)} of the asset`;
}

const points = (count: number) => (count === 1 ? 'one point' : `${count} points`);

/** The alarms whose conditions read the data item. */
export function AlarmList({ alarms }: { alarms: readonly why.WhyAlarm[] }) {
  return (
    <section className={classes.part}>
      <h3>Alarms that go by it</h3>
      {alarms.length === 0 ? (
        <p className={classes.none}>No alarm of this asset reads it.</p>
      ) : (
        <ul className={classes.list}>
          {alarms.map(({ alarmDefinitionId, name, reason, severity, isOpen }) => (
            <li key={alarmDefinitionId}>
              {name} {reason && reason !== name ? `– ${reason} ` : ''}
              <span className={classes.none}>severity {severity}</span>
              {isOpen ? <strong> open</strong> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The last command that names the data item. */
export function CommandFact({ known: { command, mayCommands }, zone }: { known: why.Why; zone: string }) {
  if (!mayCommands) return null;
  return (
    <>
      <dt>Last command</dt>
      <dd>
        {command === null ? (
          'None of the last commands names it.'
        ) : (
          <>
            {/* The panel beside a screen ends with it. */}
            <Link href={`/commands?command=${command.commandId}`} onClick={() => setUi({ why: undefined })}>
              {commandTitle(command)}
            </Link>{' '}
            {parameterText(command.command)}
            <span className={classes.aside}>
              {stateWords(command.state).word}, asked for by {command.user},{' '}
              {formatDateTime(Date.parse(command.created), zone)}
            </span>
          </>
        )}
      </dd>
    </>
  );
}
