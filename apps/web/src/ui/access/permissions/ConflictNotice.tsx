import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { contestedOf, type PermissionDraft } from './permission-draft.ts';
import { nameOfPermission } from './permission-set.ts';
import classes from './permissions.module.css';

interface ConflictNoticeProps {
  draft: PermissionDraft;
  isSaving: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Somebody else has saved the same permissions meanwhile: what they set, what would be set here, and the choice. */
export function ConflictNotice({ draft, isSaving, onTheirs, onMine }: ConflictNoticeProps) {
  const contested = contestedOf(draft);
  const word = (isGranted: boolean) => (isGranted ? 'granted' : 'not granted');
  return (
    <section className={classes.conflict} role="alert" aria-label="Changed by somebody else">
      <p>
        <IconUsers size={16} aria-hidden /> <strong>Somebody else has changed these permissions meanwhile.</strong>{' '}
        Nothing was saved yet: decide what is to stand.
      </p>
      {contested.length > 0 ? (
        <table className={classes.contested} aria-label="Where the two differ">
          <thead>
            <tr>
              <th scope="col">Permission</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {contested.map((id) => (
              <tr key={id}>
                <th scope="row">{nameOfPermission(id)}</th>
                <td>{word(draft.base.has(id))}</td>
                <td>{word(draft.now.has(id))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>Where they changed something, it is as you want it: nothing of theirs would be lost.</p>
      )}
      <div className={classes.conflictButtons}>
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
