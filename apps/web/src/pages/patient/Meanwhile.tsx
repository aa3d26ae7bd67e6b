import { Button } from '@mantine/core';
import type { Told } from './merge-patient.ts';
import classes from './patient.module.css';
import type { PatientInfo } from './patient-info.ts';

interface MeanwhileProps {
  by: string;
  told: readonly Told[];
  onTake: (part: Partial<PatientInfo['texts']>) => void;
}

/** What another one saved while this one was writing. */
export function Meanwhile({ by, told, onTake }: MeanwhileProps) {
  const who = by || 'Somebody';
  return (
    <div className={classes.meanwhile} role="alert">
      <p>
        <strong>{who} saved changes meanwhile.</strong> What you typed stays. Turn Edit Mode off once more to save it
        with theirs.
      </p>
      <ul>
        {told.length === 0 && <li>They changed nothing of what is shown here.</li>}
        {told.map((one) => (
          <li key={`${one.kind} ${one.label}`}>
            {one.label}: {wordsOf(one, who)}{' '}
            {one.kind === 'clash' && (
              <Button size="compact-xs" variant="default" onClick={() => onTake({ [one.field]: one.text })}>
                Take theirs
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function wordsOf({ kind, text }: Told, who: string): string {
  if (kind === 'taken') return text;
  if (kind === 'clash') return text === '' ? `${who} removed it; yours stays.` : `${who} wrote “${text}”; yours stays.`;
  return `stored now in a form that is not known here. What you typed cannot be saved: “${text}”.`;
}
