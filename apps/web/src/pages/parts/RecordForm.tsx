import { Autocomplete, Button, Group, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { parts } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { changePartRecord, recordPart } from '#api/events/part-queries.ts';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './part-details.module.css';

interface RecordFormProps {
  assetId: number;
  part: parts.GridPart;
  /** The one that is corrected; undefined: a new one. */
  record: parts.PartRecord | undefined;
  previous: string | undefined;
  zone: string;
  onDone: () => void;
}

const MOST_LETTERS = 10_000;

/** Writes down that a part was done, or adds to what was written down: comments stay as they are, and get another line. */
export function RecordForm({ assetId, part, record, previous, zone, onDone }: RecordFormProps) {
  const client = useQueryClient();
  const { eventDefinitionId, counterName, options, reading } = part;
  const [given] = useState(() => record?.timestamp ?? new Date().toISOString());
  const [wall, setWall] = useState(() => clockValue(given, zone));
  const [partNumber, setPartNumber] = useState(record?.partNumber ?? part.last?.partNumber ?? '');
  const [value, setValue] = useState<number | null>(record ? record.counterValue : reading);
  const [comment, setComment] = useState('');
  const timestamp = wall === clockValue(given, zone) ? given : isoOfClock(wall, zone);
  const form = useSubmit(async () => {
    if (timestamp === null) return 'The record needs a date.';
    try {
      const params = { assetId, eventDefinitionId };
      if (record === undefined) {
        await recordPart(client, params, { timestamp, partNumber, counterValue: value, comment });
      } else {
        // What is not changed here is left out: it may be another one by now.
        await changePartRecord(
          client,
          { ...params, eventId: record.eventId },
          {
            ...(timestamp === record.timestamp ? {} : { timestamp }),
            ...(partNumber.trim() === record.partNumber ? {} : { partNumber }),
            ...(value === record.counterValue ? {} : { counterValue: value }),
            ...(comment.trim() === '' ? {} : { comment }),
          },
        );
      }
    } catch (error) {
      return messageOf(error);
    }
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit} aria-label={record ? 'Edit record' : 'New record'}>
      <MomentField label="Date" zone={zone} required data-autofocus value={wall} onChange={setWall} />
      <Autocomplete label="Part Number" data={[...new Set(options)]} value={partNumber} onChange={setPartNumber} />
      <NumberEntry label={counterName} min={0} value={value} onChange={setValue} />
      <Textarea label="Previous Comments" readOnly autosize maxRows={6} value={previous ?? ''} />
      <Textarea
        label="Additional Comments"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_LETTERS}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {form.problem ? (
        <p className={classes.problem} role="alert">
          {form.problem}
        </p>
      ) : null}
      <Group justify="flex-end">
        <Button className={classes.touch ?? ''} variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button className={classes.touch ?? ''} type="submit" loading={form.isBusy}>
          Save record
        </Button>
      </Group>
    </form>
  );
}
