import { Button, TextInput } from '@mantine/core';
import { assets } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { attributeOf } from './attribute-of.ts';
import classes from './panel.module.css';
import { useUnsaved } from './unsaved.ts';
import { useAssetChanges } from './use-asset-changes.ts';

/** Characters of a value that is about to go. */
const TOLD = 1_000;

/** The form that makes an attribute of a name and a value (spec 1 §2). */
export function NewAttribute({ asset }: { asset: assets.Asset }) {
  const { assetId } = asset;
  const { change, isBusy } = useAssetChanges(assetId);
  const [attributeName, setName] = useState('');
  const [attributeValue, setValue] = useState('');
  useUnsaved(attributeName !== '' || attributeValue !== '');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body = { attributeName: attributeName.trim(), attributeValue };
    const there = attributeOf(asset, body.attributeName);
    if (there !== undefined && !(await confirm(replaceQuestion(body.attributeName, there)))) return;
    // The device may send one of this name while the form is filled in.
    const seen = { ...body, expectedValue: there ?? null };
    const create = () => callApi(assets.createAttribute, { params: { assetId }, body: seen });
    const what = there === undefined ? 'created' : 'saved';
    if (!(await change(`${body.attributeName} ${what}.`, create))) return;
    setName((now) => (now === attributeName ? '' : now));
    setValue((now) => (now === attributeValue ? '' : now));
  }

  return (
    <form className={classes.newAttribute} onSubmit={(event) => void submit(event)} aria-label="Create attribute">
      <TextInput
        label="Name"
        size="xs"
        maxLength={255}
        value={attributeName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Value"
        size="xs"
        value={attributeValue}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={attributeName.trim() === ''}>
        Create
      </Button>
    </form>
  );
}

/** The call creates or changes: what stands there would go without a word. */
function replaceQuestion(attributeName: string, attributeValue: string) {
  const message = `The asset has an attribute ${attributeName} already. Its value will be replaced. Are you sure?`;
  const detail = attributeValue.slice(0, TOLD);
  return { title: 'Replace the attribute?', message, confirmLabel: 'Replace', ...(detail === '' ? {} : { detail }) };
}
