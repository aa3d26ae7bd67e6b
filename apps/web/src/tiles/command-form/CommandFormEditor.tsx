import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { CONTROL, PARAMETER_KEY, SENDING } from '#tiles/shared/control/control-form.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields, PlainGroups } from '#tiles/shared/editor/PlainFields.tsx';
import type { PlainField, PlainGroup } from '#tiles/shared/editor/plain-field.ts';
import { type CommandField, type CommandFormSettings, commandFieldSchema, MOST_FIELDS } from './settings.ts';

const GROUPS: readonly PlainGroup<CommandFormSettings>[] = [{ fields: [...CONTROL, PARAMETER_KEY] }, SENDING];

const TYPES = [
  { value: 'number', label: 'Number' },
  { value: 'text', label: 'Text' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'enum', label: 'Choice' },
];

const isNumber = ({ type }: CommandField) => type === 'number';
const FIELD: readonly PlainField<CommandField>[] = [
  { kind: 'text', key: 'name', label: 'Name', placeholder: 'speed' },
  { kind: 'text', key: 'label', label: 'Label', placeholder: 'The name' },
  { kind: 'choice', key: 'type', label: 'Kind', options: TYPES },
  { kind: 'text', key: 'unit', label: 'Unit', isShown: isNumber },
  { kind: 'number', key: 'min', label: 'Least', isShown: isNumber },
  { kind: 'number', key: 'max', label: 'Most', isShown: isNumber },
  {
    kind: 'text',
    key: 'options',
    label: 'Choices, separated by commas',
    placeholder: 'auto, manual',
    isShown: ({ type }) => type === 'enum',
  },
  { kind: 'switch', key: 'required', label: 'Required', isShown: ({ type }) => type !== 'boolean' },
];

export function CommandFormEditor({ settings, onChange }: TileEditorProps<CommandFormSettings>) {
  const change = (part: Partial<CommandFormSettings>) => onChange({ ...settings, ...part });
  const { fields } = settings;
  const changeField = (index: number, part: Partial<CommandField>) =>
    change({ fields: fields.map((field, at) => (at === index ? { ...field, ...part } : field)) });
  return (
    <>
      <PlainGroups groups={GROUPS} settings={settings} onChange={change} />
      {fields.map((field, index) => {
        const name = field.label || field.name || `Field ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the form
          <FieldGroup key={index} title={name}>
            <PlainFields fields={FIELD} settings={field} onChange={(part) => changeField(index, part)} />
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} />}
              onClick={() => change({ fields: fields.filter((_, at) => at !== index) })}
            >
              Remove {name}
            </Button>
          </FieldGroup>
        );
      })}
      <Button
        mt="md"
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={fields.length >= MOST_FIELDS}
        onClick={() => change({ fields: [...fields, commandFieldSchema.parse({})] })}
      >
        Add field
      </Button>
    </>
  );
}
