import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { assets, permissionId } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { AttributeValue, SHOWN_CHARACTERS } from './AttributeValue.tsx';
import classes from './panel.module.css';
import { useAssetChanges } from './use-asset-changes.ts';

/** All attributes of an asset: looked at, edited one by one, deleted, and new ones. */
export function AttributeTable({ asset }: { asset: assets.Asset }) {
  const mayCreate = useMay(permissionId('Attributes', 'Create'));
  const attributes = [...asset.attributes].sort((a, b) => a.attributeName.localeCompare(b.attributeName));
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>All Attributes</h3>
      {attributes.length === 0 ? (
        <EmptyState title="There are no attributes yet.">
          {mayCreate ? 'Create one below, or let the device send some.' : 'Nobody has created any.'}
        </EmptyState>
      ) : (
        <SmallTable headers={['Name', 'Value']} toolsLabel="Edit">
          {attributes.map((attribute) => (
            <AttributeRow key={attribute.attributeName} assetId={asset.assetId} attribute={attribute} />
          ))}
        </SmallTable>
      )}
      {mayCreate && <NewAttribute assetId={asset.assetId} />}
    </section>
  );
}

function AttributeRow({ assetId, attribute }: { assetId: number; attribute: assets.Attribute }) {
  const { attributeName, attributeValue } = attribute;
  // When the asset was last heard of, and the worst of its open alarms, are kept by the portal (spec 3 §14).
  const isOwn = ['lastcontact', 'severity'].includes(attributeName.toLowerCase());
  const mayModify = useMay(permissionId('Attributes', 'Modify')) && !isOwn;
  const mayDelete = useMay(permissionId('Attributes', 'Delete')) && !isOwn;
  const { change, putAttribute, isBusy } = useAssetChanges(assetId);
  const [edited, setEdited] = useState<string>();

  async function save(): Promise<void> {
    if (edited === undefined) return;
    if (await change(`${attributeName} saved.`, putAttribute(attributeName, edited))) {
      setEdited((now) => (now === edited ? undefined : now));
    }
  }
  async function remove(): Promise<void> {
    const message = `The attribute ${attributeName} will be deleted. Are you sure?`;
    if (!(await confirm({ message, confirmLabel: 'Delete', isDestructive: true }))) return;
    const params = { assetId, attributeName };
    await change(`${attributeName} deleted.`, () => callApi(assets.deleteAttribute, { params }));
  }

  if (edited !== undefined) {
    const isLong = attributeValue.length > SHOWN_CHARACTERS;
    const field = {
      'aria-label': `Value of ${attributeName}`,
      size: 'xs',
      autoFocus: true,
      value: edited,
    } as const;
    return (
      <tr>
        <th scope="row">{attributeName}</th>
        <td>
          {isLong ? (
            <Textarea {...field} rows={5} onChange={(event) => setEdited(event.currentTarget.value)} />
          ) : (
            <TextInput {...field} onChange={(event) => setEdited(event.currentTarget.value)} />
          )}
        </td>
        <ToolsCell>
          <ActionIcon aria-label={`Save ${attributeName}`} loading={isBusy} onClick={() => void save()}>
            <IconCheck size={16} />
          </ActionIcon>
          <ActionIcon aria-label="Cancel" onClick={() => setEdited(undefined)}>
            <IconX size={16} />
          </ActionIcon>
        </ToolsCell>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{attributeName}</th>
      <td>
        <AttributeValue attributeName={attributeName} attributeValue={attributeValue} />
      </td>
      <ToolsCell>
        {mayModify && (
          <ActionIcon aria-label={`Edit ${attributeName}`} onClick={() => setEdited(attributeValue)}>
            <IconPencil size={16} />
          </ActionIcon>
        )}
        {mayDelete && (
          <ActionIcon aria-label={`Delete ${attributeName}`} disabled={isBusy} onClick={() => void remove()}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </ToolsCell>
    </tr>
  );
}

function NewAttribute({ assetId }: { assetId: number }) {
  const { change, isBusy } = useAssetChanges(assetId);
  const [attributeName, setName] = useState('');
  const [attributeValue, setValue] = useState('');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body = { attributeName: attributeName.trim(), attributeValue };
    const create = () => callApi(assets.createAttribute, { params: { assetId }, body });
    if (!(await change(`${body.attributeName} created.`, create))) return;
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
