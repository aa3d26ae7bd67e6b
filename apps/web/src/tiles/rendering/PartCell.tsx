import type { parts } from '@telltale/contract';
import { PartBar, STATE_WORDS, usedText } from '#tile-kit/parts/PartOfDashboard.tsx';
import classes from './rendering.module.css';

interface PartCellProps {
  /** Undefined: the definition has no such part. */
  part: parts.GridPart | undefined;
  onOpen: (eventDefinitionId: number) => void;
}

/** How far a part is used; a press opens what is known of it. */
export function PartCell({ part, onOpen }: PartCellProps) {
  if (part === undefined) return <span className={classes.none}>–</span>;
  const words = usedText(part);
  const isTold = part.state === 'overdue' || part.state === 'soon';
  // What is seen is part of the name, as it is seen: for who speaks to the screen.
  const rest = isTold
    ? ` ${STATE_WORDS[part.state]}`
    : ` ${part.fault ?? ''}`.trimEnd() || `, ${STATE_WORDS[part.state]}`;
  return (
    <button
      type="button"
      className={classes.cell}
      data-state={part.state}
      aria-label={`${part.name}: ${words}${rest}`}
      title={part.fault ?? STATE_WORDS[part.state]}
      onClick={() => onOpen(part.eventDefinitionId)}
    >
      <PartBar part={part} />
      <span className={classes.words}>
        {isTold ? `${words} ` : words}
        {isTold ? <strong>{STATE_WORDS[part.state]}</strong> : null}
      </span>
      {part.fault ? <span className={classes.cellFault}>{` ${part.fault}`}</span> : null}
    </button>
  );
}
