import { Button, Group, Textarea } from '@mantine/core';
import { handovers } from '@telltale/contract';
import classes from './handover.module.css';
import { type DraftState, useDraft } from './use-draft.ts';

interface HandoverTextProps {
  handoverId: number;
  /** What the section is called. */
  name: string;
  text: handovers.HandoverText;
  mayWrite: boolean;
}

/** What people write to a section; saved while they type. */
export function HandoverText({ handoverId, name, text, mayWrite }: HandoverTextProps) {
  if (mayWrite) return <Draft handoverId={handoverId} name={name} text={text} />;
  if (text.text === '') return null;
  return (
    <p className={classes.said}>
      {text.text}
      <span className={classes.by}>{text.user}</span>
    </p>
  );
}

function Draft({ handoverId, name, text: stored }: Omit<HandoverTextProps, 'mayWrite'>) {
  const { text, by, state, theirs, type, settle } = useDraft(handoverId, stored);
  const label = name === 'Summary' ? 'Summary of the shift' : `Remarks on ${name.toLowerCase()}`;
  return (
    <div className={classes.draft}>
      <Textarea
        aria-label={label}
        placeholder={name === 'Summary' ? 'What the next shift should know first' : 'Remarks'}
        rows={name === 'Summary' ? 4 : 2}
        resize="vertical"
        maxLength={handovers.MAX_HANDOVER_TEXT}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <p className={classes.onPaper}>{text}</p>
      <span className={classes.saved} role="status">
        {theirs === undefined ? wordsOf(state, by) : ''}
      </span>
      {theirs === undefined ? null : (
        <div className={classes.theirs} role="alert">
          <p>
            {theirs.user} wrote here in the meantime:
            <span className={classes.quote}>{theirs.text === '' ? '(nothing)' : theirs.text}</span>
          </p>
          <Group gap={8}>
            <Button size="xs" onClick={() => settle(`${theirs.text}\n${text}`.trim())}>
              Keep both
            </Button>
            <Button size="xs" variant="default" onClick={() => settle(text)}>
              Keep mine
            </Button>
            <Button size="xs" variant="default" onClick={() => settle(theirs.text)}>
              Take theirs
            </Button>
          </Group>
        </div>
      )}
    </div>
  );
}

function wordsOf(state: DraftState, { user }: handovers.HandoverText): string {
  if (typeof state === 'object') return `Not saved. ${state.problem}`;
  if (state === 'saved') return user === '' ? '' : `Saved, last by ${user}`;
  return 'Saving…';
}
