import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import {
  type AssetField,
  type AssetFields,
  type AssetFormErrors,
  emptyFields,
  readFields,
  splitPlace,
} from './asset-form.ts';
import classes from './create.module.css';
import { type CreatedAsset, createAsset } from './create-asset.ts';
import { DefinitionField } from './DefinitionField.tsx';
import { useFormFacts } from './use-form-facts.ts';

interface AssetFormProps {
  onCreated: (asset: CreatedAsset) => void;
  onCancel: () => void;
}

/** What the portal has to know of an asset. Errors stand at their fields; the first takes the focus. */
export function AssetForm({ onCreated, onCancel }: AssetFormProps) {
  const facts = useFormFacts();
  const [typed, setTyped] = useState<Partial<AssetFields>>({});
  const [errors, setErrors] = useState<AssetFormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const fields: AssetFields = { ...emptyFields, definition: facts.usualDefinition, ...typed };

  const change = (changed: Partial<AssetFields>) => {
    setTyped((before) => ({ ...before, ...changed }));
    // What is wrong with one half of a place may be cured at the other.
    const isPlace = 'latitude' in changed || 'longitude' in changed;
    setErrors((before) => without(before, isPlace ? ['latitude', 'longitude'] : Object.keys(changed)));
  };
  const field = (name: AssetField) => ({ name, value: fields[name], error: errors[name] });
  const changeTo = (name: AssetField) => (event: { currentTarget: { value: string } }) =>
    change({ [name]: event.currentTarget.value });
  const place = {
    onPaste: (event: ClipboardEvent) => {
      const halves = splitPlace(event.clipboardData.getData('text'));
      if (!halves) return;
      event.preventDefault();
      change(halves);
    },
    autoComplete: 'off',
  };

  const refuse = (form: HTMLFormElement, found: AssetFormErrors) => {
    setErrors(found);
    const first = (Object.keys(emptyFields) as AssetField[]).find((name) => found[name]);
    const input = first && form.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    const read = readFields(fields, facts);
    if (read.errors) return refuse(form, read.errors);
    setBusy(true);
    const outcome = await createAsset(facts.client, read.asset, fields.definition, facts.definitions);
    setBusy(false);
    if (outcome.created) onCreated(outcome.created);
    else refuse(form, outcome.errors);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput
          {...field('serialNumber')}
          label="Serial number"
          description="As on the plate of the equipment. No two assets have the same."
          required
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={changeTo('serialNumber')}
        />
        <TextInput
          {...field('alias')}
          label="Alias"
          description="What people call it. Without one the serial number is shown."
          maxLength={255}
          autoComplete="off"
          onChange={changeTo('alias')}
        />
        <DefinitionField
          known={facts.definitions}
          mayDefine={facts.mayDefine}
          value={fields.definition}
          error={errors.definition}
          onChange={(definition) => change({ definition })}
        />
        <Textarea
          {...field('description')}
          label="Description"
          rows={2}
          resize="vertical"
          maxLength={10_000}
          onChange={changeTo('description')}
        />
        <div className={classes.place}>
          <TextInput
            {...field('latitude')}
            label="Latitude"
            placeholder="31.9686"
            {...place}
            onChange={changeTo('latitude')}
          />
          <TextInput
            {...field('longitude')}
            label="Longitude"
            placeholder="-102.0779"
            {...place}
            onChange={changeTo('longitude')}
          />
        </div>
        {errors.form ? (
          <Alert color="red" role="alert">
            {errors.form}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Create asset
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function without(errors: AssetFormErrors, names: readonly string[]): AssetFormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== 'form' && !names.includes(name)));
}
