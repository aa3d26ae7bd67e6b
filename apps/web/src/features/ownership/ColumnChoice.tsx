import { type ItemKind, itemKinds, kindNames } from '#ui/access/ownership.ts';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import classes from './ownership.module.css';

interface ColumnChoiceProps {
  board: AccessBoard;
  shown: ItemKind;
  onChoose: (kind: ItemKind) => void;
}

/** On a phone: which of the four columns is shown, and how much of each belongs to what is selected. */
export function ColumnChoice({ board, shown, onChoose }: ColumnChoiceProps) {
  return (
    <nav className={classes.choice} aria-label="Columns">
      {itemKinds.map((kind) => {
        const count = board.related[kind].size;
        const isSelected = board.selection?.item.kind === kind;
        return (
          <button
            key={kind}
            type="button"
            className={classes.choiceButton}
            aria-current={kind === shown ? 'true' : undefined}
            onClick={() => onChoose(kind)}
          >
            {kindNames[kind].heading}
            <span className={classes.choiceCount}>
              {isSelected ? 'selected' : board.selection ? `${count.toLocaleString('en')} related` : ' '}
            </span>
          </button>
        );
      })}
    </nav>
  );
}
