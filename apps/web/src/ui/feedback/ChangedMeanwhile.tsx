import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './changed-meanwhile.module.css';

export interface Contested {
  key: string | number;
  label: string;
  theirs: string;
  yours: string;
}

interface ChangedMeanwhileProps {
  /** Who else may have. */
  who?: string;
  /** What somebody else has changed: 'these permissions'. */
  what: string;
  /** What the rows are: 'Permission'. */
  kind: string;
  contested: readonly Contested[];
  isSaving: boolean;
  onTheirs: () => void;
  onMine: () => void;
  style?: CSSProperties;
}

/** Somebody else has saved the same meanwhile: what they set, what would be set here, and the choice. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { who = 'Somebody else', what, kind, contested, isSaving, onTheirs, onMine, style } = props;
  return (
    <section className={classes.notice} style={style} role="alert" aria-label="Changed by somebody else">
      <p>
        <IconUsers size={16} aria-hidden />{' '}
        <strong>
          {who} has changed {what} meanwhile.
        </strong>{' '}
        Yours is not saved yet: decide what is to stand.
      </p>
      {contested.length > 0 ? (
        <table className={classes.difference} aria-label="Where the two differ">
          <thead>
            <tr>
              <th scope="col">{kind}</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {contested.map(({ key, label, theirs, yours }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td data-label="Theirs">{theirs}</td>
                <td data-label="Yours">{yours}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>Where they changed something, it is as you want it: nothing of theirs would be lost.</p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={isSaving} onClick={onTheirs}>
          Take theirs
        </Button>
        <Button loading={isSaving} onClick={onMine}>
          Save mine
        </Button>
      </div>
    </section>
  );
}
