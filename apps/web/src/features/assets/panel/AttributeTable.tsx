import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { assets, permissionId } from '@telltale/contract';
import { type KeyboardEvent, useState } from 'react';
import { callApi } from '#api/client.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import { pressKey } from '#ui/keys.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { AttributeValue, SHOWN_CHARACTERS } from './AttributeValue.tsx';
import { NewAttribute } from './NewAttribute.tsx';
import classes from './panel.module.css';
import { useUnsaved } from './unsaved.ts';
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
      {mayCreate && <NewAttribute asset={asset} />}
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
  const [wasEdited, setWasEdited] = useState(false);
  useUnsaved(edited !== undefined && edited !== attributeValue);

  function edit(): void {
    setEdited(attributeValue);
    setWasEdited(true);
  }
  async function save(): Promise<void> {
    if (edited === undefined || isBusy) return;
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
    // A field of one line would take the ends of its lines from a value, however short it is.
    const isLong = attributeValue.length > SHOWN_CHARACTERS || /[\r\n]/.test(attributeValue);
    const field = {
      'aria-label': `Value of ${attributeName}`,
      size: 'xs',
      autoFocus: true,
      value: edited,
      onFocusCapture: keepEscapeInside,
      onKeyDown: (event: KeyboardEvent) => {
        const keep = () => void save();
        const isUsed = pressKey(event, {
          Enter: isLong ? undefined : keep,
          'Mod+Enter': keep,
          Escape: () => setEdited(undefined),
        });
        if (isUsed) event.stopPropagation();
      },
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
          <ActionIcon key="save" aria-label={`Save ${attributeName}`} loading={isBusy} onClick={() => void save()}>
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
          // A button of its own: the keyboard goes on where it was before the value was edited.
          <ActionIcon key="edit" aria-label={`Edit ${attributeName}`} autoFocus={wasEdited} onClick={edit}>
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
