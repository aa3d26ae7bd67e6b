import { type assets, permissionId } from '@telltale/contract';
import { useCallback, useMemo, useState } from 'react';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import { AttributeRow } from './AttributeRow.tsx';
import { NewAttribute } from './NewAttribute.tsx';
import classes from './panel.module.css';

/** A list longer than a look takes in is searched. */
const SEARCHED_FROM = 12;

/** Names match without regard to case (spec 1 §3). */
const keyOf = ({ attributeName }: assets.Attribute) => attributeName.toLowerCase();

/** All attributes of an asset: looked at, edited one by one, deleted, and new ones. */
export function AttributeTable({ asset }: { asset: assets.Asset }) {
  const mayCreate = useMay(permissionId('Attributes', 'Create'));
  const [search, setSearch] = useState('');
  // As they were when somebody began to edit them: neither the search nor the device takes from sight what is being typed.
  const [edited, setEdited] = useState<ReadonlyMap<string, assets.Attribute>>(new Map());
  const onEditing = useCallback(
    (attribute: assets.Attribute, isEditing: boolean) =>
      setEdited((before) => {
        const next = new Map(before);
        if (isEditing) next.set(keyOf(attribute), attribute);
        else next.delete(keyOf(attribute));
        return next;
      }),
    [],
  );
  const rows = useMemo(() => {
    const known = new Set(asset.attributes.map(keyOf));
    const gone = [...edited.values()].filter((attribute) => !known.has(keyOf(attribute)));
    return [
      ...asset.attributes.map((attribute) => ({ attribute, isGone: false })),
      ...gone.map((attribute) => ({ attribute, isGone: true })),
    ].sort((a, b) => a.attribute.attributeName.localeCompare(b.attribute.attributeName));
  }, [asset.attributes, edited]);
  const shown = rows.filter(({ attribute }) => edited.has(keyOf(attribute)) || isFound(attribute, search));
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3 className={classes.heading}>All Attributes</h3>
        {rows.length >= SEARCHED_FROM || search !== '' ? (
          <>
            <span className={classes.note} role="status">
              {shown.length === rows.length ? rows.length : `${shown.length} of ${rows.length}`}
            </span>
            <SearchField
              label="Search attributes"
              placeholder="Name or value"
              clearLabel="Clear the search"
              size="xs"
              value={search}
              onChange={setSearch}
            />
          </>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <EmptyState title="There are no attributes yet.">
          {mayCreate ? 'Create one below, or let the device send some.' : 'Nobody has created any.'}
        </EmptyState>
      ) : null}
      {rows.length > 0 && shown.length === 0 ? <EmptyState title="No attribute matches." /> : null}
      {shown.length > 0 ? (
        <SmallTable headers={['Name', 'Value']} toolsLabel="Edit">
          {shown.map(({ attribute, isGone }) => (
            <AttributeRow
              key={keyOf(attribute)}
              assetId={asset.assetId}
              attribute={attribute}
              isGone={isGone}
              onEditing={onEditing}
            />
          ))}
        </SmallTable>
      ) : null}
      {mayCreate && <NewAttribute asset={asset} />}
    </section>
  );
}

/** Every word occurs in the name or the value; what a picture is written in is no text. */
function isFound({ attributeName, attributeValue }: assets.Attribute, search: string): boolean {
  const value = attributeValue.startsWith('data:') ? '' : attributeValue;
  const text = `${attributeName}\n${value}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
