import { IconArrowsSplit2 } from '@tabler/icons-react';
import { type MouseEvent, memo, type ReactNode, useRef, useState } from 'react';
import classes from '../access.module.css';
import { DropTarget } from '../links/DropTarget.tsx';
import { useLinking } from '../links/link-context.ts';
import { linkBetween } from '../links/links.ts';
import { type ItemKind, isSameItem, kindNames } from '../ownership.ts';
import type { Relation } from '../relations.ts';
import { RowButton } from '../rows/RowButton.tsx';
import type { ListItem } from './item-list.ts';

interface ItemRowProps {
  kind: ItemKind;
  item: ListItem;
  index: number;
  /** Pixels of rows left out between the one drawn before and this one. */
  gap: number;
  height: number;
  relation: Relation | undefined;
  /** The first row after the related ones. */
  isBoundary: boolean;
  isSelected: boolean;
  isCurrent: boolean;
  isActive: boolean;
  /** The name of the selected item, where this one can be linked with it. */
  linkTo: string | undefined;
  onFocus: (index: number) => void;
  onSelect: (id: number) => void;
  onLink: (id: number, change: 'add' | 'remove') => void;
  rowActions: ((item: ListItem, isActive: boolean) => ReactNode) | undefined;
}

function Row({ kind, item, index, relation, isActive, ...props }: ItemRowProps) {
  const { moving } = useLinking();
  const ref = { kind, id: item.id };
  const row = useRef<HTMLTableRowElement>(null);
  const [isOver, setOver] = useState(false);
  const isTarget = moving !== undefined && linkBetween(moving.item, ref) !== undefined;

  const onClick = (event: MouseEvent) => {
    const isOwnControl = event.target instanceof Element && event.target.closest('a, button, input, [role="menu"]');
    if (!isOwnControl) props.onSelect(item.id);
  };

  return (
    <>
      {props.gap > 0 ? <tr aria-hidden style={{ height: props.gap }} /> : null}
      <tr
        ref={row}
        className={classes.row}
        aria-rowindex={index + 1}
        aria-selected={props.isSelected}
        aria-current={props.isCurrent || undefined}
        tabIndex={isActive ? 0 : -1}
        data-index={index}
        data-relation={relation}
        data-boundary={props.isBoundary || undefined}
        data-moving={isSameItem(moving?.item, ref) || undefined}
        data-target={moving === undefined ? undefined : isTarget}
        data-over={isOver && isTarget ? true : undefined}
        onFocus={() => props.onFocus(index)}
        onClick={onClick}
      >
        <td className={classes.cell}>
          <div className={classes.line} style={{ height: props.height }}>
            <ItemName kind={kind} item={item} relation={relation} />
            {moving?.by === 'pointer' ? (
              <DropTarget item={ref} name={item.name} element={row} onOver={setOver} />
            ) : null}
            <span className={classes.rowActions}>
              {props.rowActions?.(item, isActive)}
              {props.linkTo !== undefined ? (
                <LinkButton
                  item={item}
                  linkTo={props.linkTo}
                  isLinked={relation === 'direct'}
                  isActive={isActive}
                  onLink={props.onLink}
                />
              ) : null}
            </span>
          </div>
        </td>
      </tr>
    </>
  );
}

function ItemName({ kind, item, relation }: Pick<ItemRowProps, 'kind' | 'item' | 'relation'>) {
  return (
    <span className={classes.name} style={item.depth ? { paddingInlineStart: item.depth * 14 } : undefined}>
      <span className={classes.nameText}>{item.name}</span>
      {item.detail ? <span className={classes.detail}>{item.detail}</span> : null}
      {relation === 'indirect' ? (
        <span className={classes.through} title={`This ${kindNames[kind].one} is reached through groups`}>
          <IconArrowsSplit2 size={14} aria-hidden />
          <span className="tt-visually-hidden">, through groups</span>
        </span>
      ) : null}
      {relation === 'direct' ? <span className="tt-visually-hidden">, linked</span> : null}
    </span>
  );
}

interface LinkButtonProps extends Pick<ItemRowProps, 'item' | 'onLink' | 'isActive'> {
  linkTo: string;
  isLinked: boolean;
}

/** The + and × of a row while something is selected that it can be linked with (spec 2 §2.6). */
function LinkButton({ item, linkTo, isLinked, isActive, onLink }: LinkButtonProps) {
  const label = isLinked ? `Unlink ${item.name} from ${linkTo}` : `Link ${item.name} with ${linkTo}`;
  return (
    <RowButton
      icon={isLinked ? 'unlink' : 'link'}
      label={label}
      isTabStop={isActive}
      className={isLinked ? undefined : classes.link}
      onClick={() => onLink(item.id, isLinked ? 'remove' : 'add')}
    />
  );
}

/** One row; drawn again only when its own record, place, relation or focus changed. */
export const ItemRow = memo(Row);
