import classes from './asset-map.module.css';

interface MapNotesProps {
  /** What a reader of the map must know; those undefined are none. */
  notes: readonly (string | undefined)[];
  attribution: string;
}

/** What the map says of itself. */
export function MapNotes({ notes, attribution }: MapNotesProps) {
  const said = notes.filter((note) => note !== undefined);
  return (
    <>
      {said.length === 0 ? null : (
        <div className={classes.notes} role="status">
          {said.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <p className={classes.attribution}>{['Natural Earth', attribution].filter(Boolean).join(' · ')}</p>
    </>
  );
}

/** Why a part of the map did not come. */
export function missingText(message: string, hasBackground: boolean): string {
  if (hasBackground) return 'This background cannot be reached. The offline map is shown.';
  return `A part of the map could not be drawn. ${message}`;
}
