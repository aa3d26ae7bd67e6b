import { Autocomplete, Stack, TextInput } from '@mantine/core';
import { assetLists, assets } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { type AssetRow, attributeOf } from '../list/asset-list.ts';
import { type ChangeFormProps, countAssets } from './change-form.ts';
import classes from './many.module.css';
import { Preview } from './Preview.tsx';

const MOST_OFFERED = 100;
/** When an asset counts as offline is an attribute, too (spec 1 §3). */
const PING_RATE = 'pingrate';
/** Many assets are not one person. */
const PATIENT_INFO = 'patientinfo';
const TOLD = 60;

/** Sets one attribute in all of them. */
export function AttributeChange({ rows, actions }: ChangeFormProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const names = useMemo(() => {
    const known = new Map(
      rows.flatMap(({ asset }) =>
        asset.attributes.map(({ attributeName }) => [attributeName.toLowerCase(), attributeName]),
      ),
    );
    return [...known.values()].filter((known) => !assets.KEPT_BY_PORTAL.includes(known.toLowerCase())).sort();
  }, [rows]);
  const fault = faultOf(name.trim());
  return (
    <Stack gap="md">
      <Autocomplete label="Name" data={names} limit={MOST_OFFERED} value={name} onChange={setName} data-autofocus />
      <TextInput label="Value" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      {fault === undefined ? (
        <AttributePreview rows={rows} name={name} value={value} />
      ) : (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      {actions(
        'Set',
        name.trim() === '' || fault !== undefined ? undefined : () => setAttribute(rows, name.trim(), value),
      )}
    </Stack>
  );
}

/** Why no attribute of that name is set in many assets, in the portal's words; undefined: it may be. */
function faultOf(name: string): string | undefined {
  const key = name.toLowerCase();
  if (assets.KEPT_BY_PORTAL.includes(key)) return `The attribute ${name} is kept by the portal.`;
  if (key === PATIENT_INFO) return 'PatientInfo is written for one asset at a time.';
  return undefined;
}

/** Sets when all of them count as offline. */
export function OfflineChange({ rows, actions }: ChangeFormProps) {
  const [ms, setMs] = useState<number | null>(null);
  const isPossible = ms !== null && ms > 0;
  return (
    <Stack gap="md">
      <NumberEntry
        label="Mark offline after"
        placeholder="120000"
        suffix=" milliseconds"
        min={1}
        value={ms}
        onChange={setMs}
        data-autofocus
      />
      <AttributePreview rows={rows} name={isPossible ? PING_RATE : ''} value={String(ms ?? '')} />
      {actions('Set', isPossible ? () => setAttribute(rows, PING_RATE, String(ms)) : undefined)}
    </Stack>
  );
}

function AttributePreview({ rows, name, value }: { rows: readonly AssetRow[]; name: string; value: string }) {
  if (name.trim() === '') return <p className={classes.sum}>{countAssets(rows.length)} selected.</p>;
  const changed = rows.filter((row) => attributeOf(row, name.trim()) !== value);
  const lines = changed.map((row) => ({
    key: row.assetId,
    cells: [row.name, tell(attributeOf(row, name.trim())), tell(value)],
  }));
  return (
    <>
      <p className={classes.sum} role="status">
        {countAssets(changed.length)} will change; {tellOthers(rows.length - changed.length)}
      </p>
      <Preview label="What changes" headers={['Asset', 'Now', 'Afterwards']} lines={lines} />
    </>
  );
}

const tellOthers = (count: number): string =>
  count === 1 ? '1 already has it.' : `${count.toLocaleString('en')} already have it.`;

const tell = (text: string): string => (text === '' ? '–' : text.length > TOLD ? `${text.slice(0, TOLD)}…` : text);

async function setAttribute(rows: readonly AssetRow[], attributeName: string, attributeValue: string): Promise<string> {
  const body = { assetIds: rows.map(({ assetId }) => assetId), attributes: [{ attributeName, attributeValue }] };
  const { changed } = await callApi(assetLists.setAttributesOfMany, { body: body as never });
  return `${countAssets(changed)} changed.`;
}
