import { Button, Group, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AssetDefinitionId, permissionId, type timeline } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { eventDefinitionsQuery } from '#api/definition-queries.ts';
import { deleteEvent, saveEvent } from '#api/events/timeline-queries.ts';
import { useMay } from '#session/session-store.ts';
import { confirm, useConfirmStore } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './note.module.css';

const MOST_LETTERS = 10_000;

interface NoteDialogProps {
  assetId: number;
  zone: string;
  /** The one that is worded anew; undefined: a new one. */
  note?: timeline.TimelineEntry | undefined;
  /** The moment that a new one is about; without it, now. */
  at?: string | undefined;
  /** Whose it is, where several assets are in sight. */
  assetName?: string | undefined;
  onClose: () => void;
}

/** Writes a note at a moment of an asset, or words one anew. */
export function NoteDialog({ assetId, zone, note, at, assetName, onClose }: NoteDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState(note?.text ?? '');
  const [given] = useState(note?.time ?? at ?? new Date().toISOString());
  const [wall, setWall] = useState(() => clockValue(given, zone));
  const kindBefore = note?.kind === 'note' && note.title === 'Note' ? '' : String(note?.eventDefinitionId ?? '');
  const [kind, setKind] = useState(kindBefore);
  const mayDelete = useMay(permissionId('Events', 'Delete')) && note !== undefined;
  const kinds = useKinds(assetId);
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  // The seconds that the field does not show stay as they are while the minute does.
  const isTimeKept = wall === clockValue(given, zone);
  const time = isTimeKept ? given : (isoOfClock(wall, zone) ?? undefined);
  const form = useSubmit(async () => {
    if (time === undefined) return 'The note needs a time.';
    const isKindChanged = note === undefined ? kind !== '' : kind !== kindBefore;
    const named = isKindChanged ? { eventDefinitionId: kind === '' ? null : Number(kind) } : {};
    // What is not named stays as somebody else may have made it meanwhile.
    const timed = note !== undefined && isTimeKept ? {} : { timestamp: time };
    const id = note?.id === null || note === undefined ? {} : { eventId: note.id };
    try {
      await saveEvent(client, { ...id, ...named, ...timed, assetId, cause: text.trim() });
    } catch (error) {
      return messageOf(error);
    }
    onClose();
  });
  const remove = async () => {
    const id = note?.id ?? 0;
    const message = 'The note will be deleted for everybody. Are you sure?';
    if (!(await confirm({ title: 'Delete note', message, confirmLabel: 'Delete', isDestructive: true }))) return;
    try {
      await deleteEvent(client, assetId, id);
      onClose();
    } catch (error) {
      toast(`The note could not be deleted. ${messageOf(error)}`, 'error');
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!isAsking}
      title={`${note === undefined ? 'Add note' : 'Change note'}${assetName ? ` to ${assetName}` : ''}`}
    >
      <form onSubmit={form.onSubmit} className={classes.form}>
        <Textarea
          label="Note"
          data-autofocus
          required
          rows={4}
          resize="vertical"
          maxLength={MOST_LETTERS}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <MomentField label="Time" zone={zone} required value={wall} onChange={setWall} />
        {kinds.length > 0 ? (
          <NativeSelect
            label="Kind"
            value={kind}
            data={[{ value: '', label: 'Note' }, ...kinds]}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
          />
        ) : null}
        {form.problem ? (
          <p className={classes.problem} role="alert">
            {form.problem}
          </p>
        ) : null}
        <Group justify="flex-end">
          {mayDelete ? (
            <Button variant="subtle" color="red" className={classes.delete ?? ''} onClick={() => void remove()}>
              Delete
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={text.trim() === ''}>
            {note === undefined ? 'Add note' : 'Save note'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** What else than a note it may be: the events of the asset's definition. */
function useKinds(assetId: number): { value: string; label: string }[] {
  const mayView = useMay(permissionId('Assets', 'View'));
  const asset = useQuery({ ...assetQuery(assetId), enabled: mayView }).data;
  const definitionId = (asset?.assetDefinitionId ?? 0) as AssetDefinitionId;
  const list = useQuery({ ...eventDefinitionsQuery(definitionId), enabled: definitionId > 0 }).data ?? [];
  return list.map(({ eventDefinitionId, name, alias }) => ({ value: String(eventDefinitionId), label: alias || name }));
}
