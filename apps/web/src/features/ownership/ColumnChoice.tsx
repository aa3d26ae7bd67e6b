import { type ItemKind, itemKinds, kindNames } from '#ui/access/ownership.ts';
import { PaneChoice } from '#ui/access/panes/PaneChoice.tsx';
import type { AccessBoard } from '#ui/access/use-access-board.ts';

interface ColumnChoiceProps {
  board: AccessBoard;
  shown: ItemKind;
  onChoose: (kind: ItemKind) => void;
}

/** On a phone: which of the four columns is shown, and how much of each belongs to what is selected. */
export function ColumnChoice({ board: { related, selection }, shown, onChoose }: ColumnChoiceProps) {
  const noteOf = (kind: ItemKind) => {
    if (selection?.item.kind === kind) return 'selected';
    return selection ? `${related[kind].size.toLocaleString('en')} related` : ' ';
  };
  const panes = itemKinds.map((kind) => ({ name: kind, title: kindNames[kind].heading, note: noteOf(kind) }));
  return <PaneChoice label="Columns" panes={panes} shown={shown} onChoose={onChoose} />;
}
