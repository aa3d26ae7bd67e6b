import type { ItemKind, ItemRef } from '../ownership.ts';
import type { AccessBoard } from '../use-access-board.ts';
import { ItemColumn, type ItemColumnProps } from './ItemColumn.tsx';
import { useTypedText } from './use-typed-text.ts';

/** Selection and filters, where the page keeps them. */
export interface BoardAddress {
  filterOf: (kind: ItemKind) => string;
  setFilter: (kind: ItemKind, filter: string) => void;
  select: (item: ItemRef | undefined) => void;
}

/** What a column takes from its board; what is given beside it goes before that. */
type FromBoard =
  | 'items'
  | 'related'
  | 'relatedAtSelection'
  | 'selection'
  | 'filter'
  | 'onFilter'
  | 'onFilterLeft'
  | 'onSelect';

type BoardColumnProps = Omit<ItemColumnProps, FromBoard> &
  Partial<Pick<ItemColumnProps, 'items' | 'relatedAtSelection' | 'onSelect'>> & {
    board: AccessBoard;
    address: BoardAddress;
  };

/** The column of one kind of item of a board. */
export function BoardColumn({ board, address, ...props }: BoardColumnProps) {
  const { kind } = props;
  const filter = useTypedText(address.filterOf(kind), (text) => address.setFilter(kind, text));
  return (
    <ItemColumn
      items={board.items[kind]}
      related={board.related[kind]}
      relatedAtSelection={board.relatedAtSelection[kind]}
      selection={board.selection}
      filter={filter.text}
      onFilter={filter.type}
      onFilterLeft={filter.settle}
      onSelect={address.select}
      {...props}
    />
  );
}
