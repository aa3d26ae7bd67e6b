import { Button, Popover, SegmentedControl, Select, Stack } from '@mantine/core';
import { IconVariable } from '@tabler/icons-react';
import type { DataItemSelection } from '@telltale/contract';
import { useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { findDataItem } from '#tile-kit/pickers/data-item-options.ts';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import type { Substitutions } from './substitutions.ts';
import { attributePath, dataItemPath, SUBSTITUTION_PROPERTIES, type SubstitutionProperty } from './tokens.ts';

const PROPERTY_LABELS: Record<SubstitutionProperty, string> = {
  value: 'Value',
  unit: 'Unit',
  name: 'Name',
  timestamp: 'Time',
};

interface SubstitutionPickerProps {
  /** A variable path, and what it stands for. */
  onInsert: (path: string, substitution: Substitutions[string]) => void;
}

/** Chooses a live value or an attribute to write into a text. */
export function SubstitutionPicker({ onInsert }: SubstitutionPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<'dataItem' | 'attribute'>('dataItem');
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconVariable size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Insert live value
        </Button>
      </Popover.Target>
      <Popover.Dropdown onFocusCapture={keepEscapeInside}>
        <Stack gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="Kind of value"
            value={kind}
            onChange={setKind}
            data={[
              { value: 'dataItem', label: 'Data item' },
              { value: 'attribute', label: 'Attribute' },
            ]}
          />
          {kind === 'dataItem' ? <DataItemForm onInsert={insert} /> : <AttributeForm onInsert={insert} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );

  function insert(path: string, substitution: Substitutions[string]) {
    setOpen(false);
    onInsert(path, substitution);
  }
}

function DataItemForm({ onInsert }: SubstitutionPickerProps) {
  const { definition } = useDashboardScope();
  const [selection, setSelection] = useState<DataItemSelection>({ slotPath: [], dataItem: null });
  const [property, setProperty] = useState<SubstitutionProperty>('value');
  const option = findDataItem(definition, selection);

  function insert() {
    if (option === undefined) return;
    const label = [...option.trail, option.label].join(' ');
    onInsert(dataItemPath(label, property), { ...selection, property, attributeName: '' });
  }
  return (
    <>
      <DataItemPicker value={selection} onChange={setSelection} isRequired isNested />
      <Select
        label="Show"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={SUBSTITUTION_PROPERTIES.map((value) => ({ value, label: PROPERTY_LABELS[value] }))}
        value={property}
        onChange={(next) => next !== null && setProperty(next)}
      />
      <Button onClick={insert} disabled={option === undefined}>
        Insert
      </Button>
    </>
  );
}

function AttributeForm({ onInsert }: SubstitutionPickerProps) {
  const { asset } = useDashboardScope();
  const [attributeName, setAttributeName] = useState<string | null>(null);
  const value = asset.attributes.find((attribute) => attribute.attributeName === attributeName)?.attributeValue;
  if (asset.attributes.length === 0) return <span>This asset has no attributes.</span>;
  return (
    <>
      <Select
        label="Attribute"
        searchable
        comboboxProps={{ withinPortal: false }}
        data={asset.attributes.map((attribute) => attribute.attributeName)}
        value={attributeName}
        onChange={setAttributeName}
        description={value === undefined ? 'Its current value is shown here' : value.slice(0, 120)}
      />
      <Button
        disabled={attributeName === null}
        onClick={() =>
          attributeName !== null &&
          onInsert(attributePath(attributeName), { slotPath: [], dataItem: null, property: 'value', attributeName })
        }
      >
        Insert
      </Button>
    </>
  );
}
