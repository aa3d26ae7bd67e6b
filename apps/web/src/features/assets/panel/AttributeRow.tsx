import { ActionIcon, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { assets, permissionId } from '@telltale/contract';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import { useMay } from '#session/session-store.ts';
import { ChangedMeanwhile } from '#ui/feedback/ChangedMeanwhile.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import { pressKey } from '#ui/keys.ts';
import { ToolsCell } from '#ui/table/SmallTable.tsx';
import { AttributeValue, SHOWN_CHARACTERS } from './AttributeValue.tsx';
import { toldValue } from './told-value.ts';
import { useUnsaved } from './unsaved.ts';
import { useAssetChanges } from './use-asset-changes.ts';

interface AttributeRowProps {
  assetId: number;
  attribute: assets.Attribute;
  /** It was deleted while it is edited here. */
  isGone: boolean;
  onEditing: (attribute: assets.Attribute, isEditing: boolean) => void;
}

interface Edit {
  /** What stood there when it began. */
  readonly seen: string;
  readonly text: string;
}

/** One attribute: looked at, edited (save or cancel), deleted (spec 1 §4). What the device wrote meanwhile is not overwritten unasked. */
export const AttributeRow = memo(function AttributeRow({ assetId, attribute, isGone, onEditing }: AttributeRowProps) {
  const { attributeName, attributeValue } = attribute;
  const isOwn = assets.KEPT_BY_PORTAL.includes(attributeName.toLowerCase());
  const mayModify = useMay(permissionId('Attributes', 'Modify')) && !isOwn;
  const mayDelete = useMay(permissionId('Attributes', 'Delete')) && !isOwn;
  const { change, putAttribute, deleteAttribute, isBusy } = useAssetChanges(assetId);
  const [edit, setEdit] = useState<Edit>();
  const [wasEdited, setWasEdited] = useState(false);
  const stands = isGone ? null : attributeValue;
  const isContested = edit !== undefined && stands !== edit.seen && stands !== edit.text;
  useUnsaved(edit !== undefined && edit.text !== stands);
  const isEditing = edit !== undefined;
  useEffect(() => {
    if (!isEditing) return;
    onEditing(attribute, true);
    return () => onEditing(attribute, false);
  }, [isEditing, attribute, onEditing]);

  function begin(): void {
    setEdit({ seen: attributeValue, text: attributeValue });
    setWasEdited(true);
  }
  const end = () => setEdit(undefined);
  async function save(expectedValue: string | null): Promise<void> {
    if (edit === undefined || isBusy) return;
    const { text } = edit;
    const told = { done: `${attributeName} saved.`, areConflictsShown: true } as const;
    if (await change(told, putAttribute(attributeName, text, expectedValue))) {
      // What was typed meanwhile is a change of what was saved.
      setEdit((now) => (now === undefined || now.text === text ? undefined : { ...now, seen: text }));
    }
  }
  async function remove(): Promise<void> {
    const message = `The attribute ${attributeName} will be deleted. Are you sure?`;
    if (!(await confirm({ message, confirmLabel: 'Delete', isDestructive: true }))) return;
    // What the question was about: the device may write another value while it is open.
    await change(`${attributeName} deleted.`, deleteAttribute(attributeName, attributeValue));
  }

  if (edit !== undefined) {
    // A field of one line would take the ends of its lines from a value, however short it is.
    const isLong = edit.seen.length > SHOWN_CHARACTERS || /[\r\n]/.test(edit.seen);
    const type = (text: string) => setEdit({ ...edit, text });
    const field = {
      'aria-label': `Value of ${attributeName}`,
      size: 'xs',
      autoFocus: true,
      value: edit.text,
      onFocusCapture: keepEscapeInside,
      onKeyDown: (event: KeyboardEvent) => {
        const keep = isContested ? undefined : () => void save(edit.seen);
        const isUsed = pressKey(event, { Enter: isLong ? undefined : keep, 'Mod+Enter': keep, Escape: end });
        if (isUsed) event.stopPropagation();
      },
    } as const;
    const tools = (
      <ToolsCell>
        {isContested ? null : (
          <ActionIcon
            key="save"
            aria-label={`Save ${attributeName}`}
            loading={isBusy}
            onClick={() => void save(edit.seen)}
          >
            <IconCheck size={16} />
          </ActionIcon>
        )}
        <ActionIcon aria-label="Cancel" onClick={end}>
          <IconX size={16} />
        </ActionIcon>
      </ToolsCell>
    );
    return (
      <>
        {isLong ? (
          // Beside its name there is no room for a text on a phone.
          <>
            <tr>
              <th scope="row" colSpan={3}>
                {attributeName}
              </th>
            </tr>
            <tr>
              <td colSpan={2}>
                <Textarea {...field} rows={5} onChange={(event) => type(event.currentTarget.value)} />
              </td>
              {tools}
            </tr>
          </>
        ) : (
          <tr>
            <th scope="row">{attributeName}</th>
            <td>
              <TextInput {...field} onChange={(event) => type(event.currentTarget.value)} />
            </td>
            {tools}
          </tr>
        )}
        {isContested ? (
          <tr>
            <td colSpan={3}>
              <ChangedMeanwhile
                who="The device or somebody else"
                what={attributeName}
                kind="Attribute"
                contested={[
                  { key: 'value', label: attributeName, theirs: toldValue(stands), yours: toldValue(edit.text) },
                ]}
                isSaving={isBusy}
                onTheirs={end}
                onMine={() => void save(stands)}
              />
            </td>
          </tr>
        ) : null}
      </>
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
          <ActionIcon key="edit" aria-label={`Edit ${attributeName}`} autoFocus={wasEdited} onClick={begin}>
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
});
