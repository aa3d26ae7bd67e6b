import type { definitionFiles, ReplyOf } from '@telltale/contract';
import { ChangeList } from '#pages/changes/ChangeList.tsx';
import panel from '../definitions/panel.module.css';
import classes from './definition-file.module.css';

type Change = definitionFiles.FileChange;

const parts: Readonly<Record<Change['part'], string>> = {
  definition: 'Name and alias',
  dataItems: 'Data items',
  alarms: 'Alarms',
  events: 'Events/Maintenance',
  commands: 'Commands',
  dashboards: 'Dashboards',
};
const signs: Readonly<Record<Change['kind'], string>> = { added: '+', removed: '−', changed: '~' };

/** More of one part than these are counted only. */
const SHOWN = 200;

/** What a file would change, part by part; each line opens to what differs. */
export function FileChanges({ difference }: { difference: ReplyOf<typeof definitionFiles.compareDefinitionFile> }) {
  const { changes, others, assetDefinitionId, assetDefinitionName } = difference;
  const byPart = Map.groupBy(changes, ({ part }) => part);
  return (
    <section className={classes.changes} aria-label="What the file would change">
      <p className={panel.note} role="status">
        {summaryOf(changes, assetDefinitionId === null, assetDefinitionName)}
        {others > 0
          ? ` ${others} that the file does not name ${others === 1 ? 'stays as it is' : 'stay as they are'}.`
          : ''}
      </p>
      {[...byPart].map(([part, all]) => (
        <div key={part}>
          <h3 className={panel.heading}>{parts[part]}</h3>
          <ul className={classes.list}>
            {all.slice(0, SHOWN).map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several may have one name, and the list never changes its order
              <li key={`${change.kind} ${change.name} ${index}`} data-kind={change.kind}>
                <details>
                  <summary>
                    <span className={classes.sign} role="img" aria-label={change.kind}>
                      {signs[change.kind]}
                    </span>
                    {change.name}
                  </summary>
                  <ChangeList before={change.before} after={change.after} />
                </details>
              </li>
            ))}
          </ul>
          {all.length > SHOWN ? <p className={panel.note}>And {all.length - SHOWN} more.</p> : null}
        </div>
      ))}
    </section>
  );
}

function summaryOf(changes: readonly Change[], isNew: boolean, name: string): string {
  if (isNew) return `There is no asset definition named ${name} yet: it is made.`;
  if (changes.length === 0) return `${name} is as the file says already.`;
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  return `Of ${name} ${count('changed')} would be changed, ${count('added')} added and ${count('removed')} removed.`;
}
