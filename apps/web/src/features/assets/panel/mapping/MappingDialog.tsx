import { Button, Group, Modal } from '@mantine/core';
import { assets, permissionId } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { ChangedMeanwhile } from '#ui/feedback/ChangedMeanwhile.tsx';
import { CsvField } from '#ui/form/CsvField.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { attributeOf } from '../attribute-of.ts';
import { useAssetChanges } from '../use-asset-changes.ts';
import { type MappedItem, mappingAttributes, mappingCsv, mappingDifferences, readMapping } from './item-mapping.ts';
import classes from './mapping.module.css';

const columns: readonly TableColumn<MappedItem>[] = [
  { id: 'label', header: 'Label', value: ({ label }) => label, sortable: false },
  { id: 'alias', header: 'Alias', value: ({ alias }) => alias, sortable: false },
  { id: 'index', header: 'Index', width: '80px', value: ({ index }) => index ?? '', sortable: false },
];
const rowKey = ({ dataItemId }: MappedItem) => String(dataItemId);

interface MappingProps {
  asset: assets.Asset;
  items: readonly assets.CurrentValue[];
}

/** 'Data items mapping' (spec 1 §2): what an asset calls its data items, and the index of their streams, as CSV. */
export function MappingButton({ asset, items }: MappingProps) {
  const mayModify = useMay(permissionId('Attributes', 'Modify'));
  const [isOpen, setOpen] = useState(false);
  if (!mayModify) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Data items mapping
      </Button>
      {isOpen ? <MappingDialog asset={asset} items={items} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function MappingDialog({ asset, items, onClose }: MappingProps & { onClose: () => void }) {
  const before = useMemo(() => mappingCsv(items, attributeOf(asset, 'streamMap')), [items, asset]);
  /** What was typed, and what the attributes said when that began. */
  const [typed, setTyped] = useState<{ text: string; seen: Maps }>();
  const text = typed?.text ?? before;
  const { change, isBusy } = useAssetChanges(asset.assetId);
  const { items: mapped, ignored, problem } = useMemo(() => readMapping(text, items), [text, items]);
  const stands = mapsOf(asset);
  const isOther = typed !== undefined && MAPS.some((name) => stands.get(name) !== typed.seen.get(name));
  const isContested = isOther && text !== before && problem === undefined;

  /** @param expected what the attributes must say for it to be stored */
  const save = async (expected: Maps) => {
    const body = mappingAttributes(mapped).map((one) => ({ ...one, expectedValue: expected.get(one.attributeName) }));
    const done = await change('The mapping was saved.', () =>
      callApi(assets.putAttributes, { params: { assetId: asset.assetId }, body }),
    );
    if (done) onClose();
  };
  return (
    // A click beside the dialog must not throw away what was written.
    <Modal opened onClose={onClose} title="Data items mapping" size="lg" closeOnClickOutside={text === before}>
      <div className={classes.dialog}>
        <CsvField
          label="CSV"
          placeholder={'label,alias,index\nPT-101,Wellhead pressure,1'}
          text={text}
          onChange={(next) => setTyped((now) => ({ text: next, seen: now?.seen ?? stands }))}
        />
        <p className={classes.note} role="status">
          {problem ?? summary(mapped.length, ignored)}
        </p>
        {mapped.length > 0 ? (
          <div className={classes.preview}>
            <DataTable label="Preview" rows={mapped} columns={columns} rowKey={rowKey} minWidth={300} />
          </div>
        ) : null}
        {isContested ? (
          <ChangedMeanwhile
            who="The device or somebody else"
            what="the mapping"
            kind="Data item"
            contested={mappingDifferences(readMapping(before, items).items, mapped)}
            isSaving={isBusy}
            onTheirs={() => setTyped(undefined)}
            onMine={() => void save(stands)}
          />
        ) : null}
        <Group gap="xs">
          <Button
            loading={isBusy}
            disabled={problem !== undefined || text === before || isContested}
            onClick={() => void save(typed?.seen ?? stands)}
          >
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

const MAPS = ['aliasMap', 'streamMap'] as const;
type Maps = ReadonlyMap<string, string | null>;

function mapsOf(asset: assets.Asset): Maps {
  return new Map(MAPS.map((name) => [name, attributeOf(asset, name) ?? null]));
}

function summary(mapped: number, ignored: number): string {
  const what = mapped === 1 ? '1 data item' : `${mapped} data items`;
  if (ignored === 0) return mapped === 0 ? 'No data item has an alias or an index.' : what;
  return `${what}; ${ignored === 1 ? '1 row is' : `${ignored} rows are`} ignored: no data item has that label.`;
}
