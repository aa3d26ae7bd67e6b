import { ActionIcon, Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './editor.module.css';
import { fieldsOf, isJson, metaText, readMeta, withField } from './meta-fields.ts';

interface MetaEditorProps {
  /** JSON text, valid or as it once was stored. */
  meta: string;
  onChange: (meta: string) => void;
  isReadOnly: boolean;
}

/** The metadata of a maintenance, as fields or as JSON text; text that is no JSON changes nothing, and stays as it was typed. */
export function MetaEditor({ meta, onChange, isReadOnly }: MetaEditorProps) {
  const [form, setForm] = useState<'fields' | 'json'>('fields');
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && !isJson(typed);
  const type = (text: string) => {
    setTyped(text);
    if (isJson(text)) onChange(text.trim());
  };
  const changeFields = (text: string) => {
    // What cannot be read is the typist's, and stays until they mend it.
    if (!isInvalid) setTyped(undefined);
    onChange(text);
  };
  return (
    <fieldset className={classes.meta}>
      <legend>Metadata</legend>
      <SegmentedControl
        size="xs"
        aria-label="Metadata as"
        value={form}
        data={[
          { value: 'fields', label: 'Fields' },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={(value) => setForm(value === 'json' ? 'json' : 'fields')}
      />
      {form === 'json' ? (
        <Textarea
          aria-label="Metadata as JSON"
          rows={6}
          resize="vertical"
          spellCheck={false}
          readOnly={isReadOnly}
          classNames={{ input: classes.json ?? '' }}
          value={typed ?? indented(meta)}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      ) : (
        <MetaFieldList meta={meta} onChange={changeFields} isReadOnly={isReadOnly} />
      )}
      {isInvalid ? (
        <p role="status" className={classes.hint}>
          The text is no valid JSON: it is left out until it is.
        </p>
      ) : null}
    </fieldset>
  );
}

function indented(text: string): string {
  return isJson(text) && text.trim() !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function MetaFieldList({ meta: text, onChange, isReadOnly }: MetaEditorProps) {
  const [name, setName] = useState('');
  const meta = readMeta(text);
  if (meta === undefined) return <p className={classes.hint}>This is no list of fields. It can be edited as JSON.</p>;
  const fields = fieldsOf(meta);
  const change = (path: readonly string[], value: string | undefined) =>
    onChange(metaText(withField(meta, path, value)));
  const added = name.trim();
  const isKnown = Object.hasOwn(meta, added);
  return (
    <>
      {fields.length === 0 && isReadOnly ? <p className={classes.hint}>None.</p> : null}
      {fields.map(({ path, text: value }) => {
        const label = path.join(' › ');
        return (
          <div key={JSON.stringify(path)} className={classes.field}>
            <TextInput
              label={label}
              readOnly={isReadOnly}
              value={value}
              onChange={({ currentTarget }) => change(path, currentTarget.value)}
            />
            {isReadOnly ? null : (
              <ActionIcon size={36} aria-label={`Remove ${label}`} onClick={() => change(path, undefined)}>
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {isReadOnly ? null : (
        <div className={classes.field}>
          <TextInput
            aria-label="Name of a new field"
            placeholder="Name of a new field"
            maxLength={100}
            value={name}
            error={isKnown ? 'There is a field of this name.' : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={added === '' || isKnown}
            onClick={() => {
              change([added], '');
              setName('');
            }}
          >
            Add field
          </Button>
        </div>
      )}
    </>
  );
}
