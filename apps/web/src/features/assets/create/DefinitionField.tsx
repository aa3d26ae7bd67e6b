import { Autocomplete, Select } from '@mantine/core';
import type { definitions } from '@telltale/contract';
import { definitionName, findDefinition } from './asset-form.ts';

interface DefinitionFieldProps {
  known: readonly definitions.AssetDefinition[];
  /** Whether a name that there is none of makes a new definition. */
  mayDefine: boolean;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

/** What kind of equipment it is: one of the definitions, or the name of a new one. */
export function DefinitionField({ known, mayDefine, value, onChange, error }: DefinitionFieldProps) {
  const names = [...new Set(known.map(definitionName))].sort((a, b) => a.localeCompare(b));
  const common = { label: 'Definition', name: 'definition', size: 'xs', required: true, error, limit: 50 } as const;
  if (!mayDefine) {
    return (
      <Select
        {...common}
        description="The kind of equipment. Assets of one kind share dashboards and units."
        placeholder="Choose one"
        data={names}
        searchable
        nothingFoundMessage="There is no such definition."
        value={value === '' ? null : value}
        onChange={(text) => onChange(text ?? '')}
      />
    );
  }
  const isNew = value.trim() !== '' && !findDefinition(known, value);
  return (
    <Autocomplete
      {...common}
      description={
        isNew
          ? `New: the definition ${value.trim()} is made with the asset.`
          : 'The kind of equipment. Assets of one kind share dashboards and units. Choose one, or type a new name.'
      }
      maxLength={255}
      data={names}
      value={value}
      onChange={onChange}
    />
  );
}
