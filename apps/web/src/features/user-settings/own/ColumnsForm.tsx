import { Autocomplete, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { attributeNames, MOST_COLUMNS, MOST_OFFERED } from '#pages/attribute-names.ts';
import { useAttributeColumns } from '#pages/own-lists.ts';
import { saveOwnAttribute } from '#session/own-attributes.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../user-settings.module.css';
import { moved, OrderedList } from './OrderedList.tsx';
import { useOwnList } from './use-own-list.ts';

const save = (list: readonly string[]) => saveOwnAttribute('attributeColumns', JSON.stringify(list));

/** The attributes that are columns of the list of assets, in their order (spec 1 §3). */
export function ColumnsForm() {
  const { data } = useQuery(assetListQuery);
  const { list, put, set } = useOwnList(useAttributeColumns(), save);
  const [typed, setTyped] = useState('');
  const offered = useMemo(() => {
    const taken = new Set(list.map((name) => name.toLowerCase()));
    return attributeNames(data ?? []).filter((name) => !taken.has(name.toLowerCase()));
  }, [data, list]);
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () => {
    const name = typed.trim();
    if (list.some((other) => other.toLowerCase() === name.toLowerCase())) return 'It is a column already.';
    if (list.length >= MOST_COLUMNS) return `There is room for ${MOST_COLUMNS} columns.`;
    const refusal = await put([...list, name]);
    if (refusal === undefined) setTyped('');
    return refusal;
  });
  return (
    <>
      <OrderedList
        label="Attribute columns"
        items={list.map((name) => ({ key: name, name, content: name }))}
        onMove={(from, to) => void set(moved(list, from, to))}
        onRemove={(index) => void set(list.filter((_, at) => at !== index))}
      />
      <form className={classes.form} onSubmit={onSubmit} aria-label="Add a column">
        <Autocomplete
          label="Attribute"
          description="A column of the list of assets; the case of its letters does not count."
          data={offered}
          limit={MOST_OFFERED}
          maxLength={255}
          value={typed}
          error={problem}
          onChange={(value) => {
            setTyped(value);
            clearProblem();
          }}
        />
        <div className={classes.formActions}>
          <Button type="submit" variant="default" loading={isBusy} disabled={typed.trim() === ''}>
            Add column
          </Button>
        </div>
      </form>
    </>
  );
}
