import { Button, Group, Modal, Select, Textarea } from '@mantine/core';
import type { alarmLists } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { clockValue, isoOfClock } from '../form/clock-value.ts';
import { MomentField } from '../form/moment/MomentField.tsx';
import classes from './act-dialog.module.css';
import type { ActRequest } from './act-request.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  { label: '15 minutes', ms: HOUR_MS / 4 },
  { label: '1 hour', ms: HOUR_MS },
  { label: '8 hours', ms: 8 * HOUR_MS },
  { label: '1 day', ms: 24 * HOUR_MS },
  { label: '7 days', ms: 7 * 24 * HOUR_MS },
] as const;
const UNTIL = 'Until a time';
const MAX_NOTE = 1_000;

export type AskedAct = Extract<alarmLists.AlarmAct, 'close' | 'shelve' | 'comment'>;

interface ActDialogProps {
  act: AskedAct;
  /** 'High of Pump 1', or '3 alarms'. */
  what: string;
  /** On whose clock 'Until a time' is typed. */
  zone: string;
  onSubmit: (request: ActRequest) => void;
  onClose: () => void;
}

const titles: Readonly<Record<AskedAct, string>> = { close: 'Close', shelve: 'Shelve', comment: 'Comment on' };
const hints: Readonly<Record<AskedAct, string>> = {
  close: 'It opens again only after its condition was false in between.',
  shelve: 'It goes on being evaluated, counts nowhere, and comes back by itself.',
  comment: '',
};

/** Asks for what an act needs: a note, and of shelving until when. */
export function ActDialog({ act, what, zone, onSubmit, onClose }: ActDialogProps) {
  const [note, setNote] = useState('');
  const [span, setSpan] = useState<string>('1 hour');
  const [until, setUntil] = useState('');
  const [opened] = useState(() => clockValue(new Date().toISOString(), zone).slice(0, 16));
  const isMissing =
    act === 'comment' ? note.trim() === '' : act === 'shelve' && span === UNTIL && isoOfClock(until, zone) === null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMissing) return;
    const ms = SPANS.find(({ label }) => label === span)?.ms;
    const time = ms === undefined ? isoOfClock(until, zone) : new Date(Date.now() + ms).toISOString();
    onSubmit({ act, note: note.trim(), ...(act === 'shelve' && time !== null ? { until: time } : {}) });
  };
  return (
    <Modal opened onClose={onClose} title={`${titles[act]} ${what}`} size="md">
      <form onSubmit={submit} className={classes.form}>
        {act === 'shelve' ? (
          <>
            <Select
              label="For how long"
              allowDeselect={false}
              data={[...SPANS.map(({ label }) => label), UNTIL]}
              value={span}
              onChange={(value) => setSpan(value ?? UNTIL)}
            />
            {span === UNTIL ? (
              <MomentField label="Until" zone={zone} min={opened} value={until} onChange={setUntil} />
            ) : null}
          </>
        ) : null}
        <Textarea
          label={act === 'comment' ? 'Comment' : 'Note'}
          data-autofocus
          rows={3}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submit(event);
          }}
        />
        {hints[act] === '' ? null : <p className={classes.hint}>{hints[act]}</p>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isMissing}>
            {act === 'comment' ? 'Add comment' : titles[act]}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
