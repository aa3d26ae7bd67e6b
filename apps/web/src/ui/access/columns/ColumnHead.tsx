import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { confirm } from '#ui/feedback/confirm.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import classes from '../access.module.css';
import { type Link, linkBetween } from '../links/links.ts';
import { kindNames } from '../ownership.ts';
import type { Relation } from '../relations.ts';
import type { ItemColumnProps } from './ItemColumn.tsx';
import type { ListItem } from './item-list.ts';

interface ColumnHeadProps extends ItemColumnProps {
  shown: readonly ListItem[];
  isLinkable: boolean;
  hasFilter: boolean;
  heading: string;
}

/** Heading, count, filter, and how many items are related to the selected one. */
export function ColumnHead({ kind, items, shown, heading, filter, onFilter, hasFilter, ...props }: ColumnHeadProps) {
  const count = hasFilter ? `${format(shown.length)} of ${format(items.length)}` : format(items.length);
  return (
    <header className={classes.columnHead}>
      <div className={classes.columnTitle}>
        <h2 className={classes.heading}>{heading}</h2>
        <span className={classes.count}>{count}</span>
        <span className={classes.headActions}>{props.headActions?.(shown)}</span>
      </div>
      <SearchField
        label={`Filter ${kindNames[kind].many}`}
        placeholder={kind === 'asset' ? 'Alias, serial number or definition' : 'Filter by name'}
        clearLabel="Clear filter"
        value={filter}
        onChange={onFilter}
        onBlur={props.onFilterLeft}
      />
      <div className={classes.relatedLine}>
        <RelatedCount items={items} related={props.related} />
        {props.isLinkable && props.selection ? <BulkMenu {...props} kind={kind} shown={shown} /> : null}
      </div>
    </header>
  );
}

function RelatedCount({ items, related }: { items: readonly ListItem[]; related: ReadonlyMap<number, Relation> }) {
  const { direct, indirect } = useMemo(() => {
    const found = { direct: 0, indirect: 0 };
    for (const { id } of related.size === 0 ? [] : items) {
      const relation = related.get(id);
      if (relation) found[relation]++;
    }
    return found;
  }, [items, related]);
  const parts = [
    ...(direct > 0 ? [`${format(direct)} linked`] : []),
    ...(indirect > 0 ? [`${format(indirect)} through groups`] : []),
  ];
  return <span role="status">{parts.join(' · ')}</span>;
}

type BulkMenuProps = Pick<ColumnHeadProps, 'kind' | 'shown' | 'related' | 'selection' | 'onLinks'>;

/** Links or unlinks all that the filter left: a hundred pumps by their serial numbers are one step. */
function BulkMenu({ kind, shown, related, selection, onLinks }: BulkMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (!selection) return null;
  const button = (
    <ActionIcon
      size={24}
      aria-label={`Link or unlink all ${kindNames[kind].many} shown`}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
  if (!isWanted) return button;
  const linked = shown.filter(({ id }) => related.get(id) === 'direct');
  const unlinked = shown.filter(({ id }) => related.get(id) !== 'direct');
  const change = async (items: readonly ListItem[], what: 'add' | 'remove') => {
    const links = items
      .map(({ id }) => linkBetween(selection.item, { kind, id }))
      .filter((link): link is Link => link !== undefined);
    const count = `${format(items.length)} ${items.length === 1 ? kindNames[kind].one : kindNames[kind].many}`;
    const isSure = await confirm({
      title: what === 'add' ? 'Link all shown?' : 'Unlink all shown?',
      message:
        what === 'add'
          ? `This links ${count} with ${selection.name}.`
          : `This unlinks ${count} from ${selection.name}.`,
      confirmLabel: what === 'add' ? 'Link' : 'Unlink',
      isDestructive: what === 'remove',
    });
    if (isSure) onLinks(links, what);
  };
  return (
    <RowMenu button={button} isWanted onClose={() => setWanted(false)}>
      <Menu.Item
        leftSection={<IconPlus size={16} />}
        disabled={unlinked.length === 0}
        onClick={() => void change(unlinked, 'add')}
      >
        Link all shown ({format(unlinked.length)})…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconX size={16} />}
        disabled={linked.length === 0}
        onClick={() => void change(linked, 'remove')}
      >
        Unlink all shown ({format(linked.length)})…
      </Menu.Item>
    </RowMenu>
  );
}

// One for all: `toLocaleString` makes one for each number.
const counts = new Intl.NumberFormat('en');

function format(count: number): string {
  return counts.format(count);
}
