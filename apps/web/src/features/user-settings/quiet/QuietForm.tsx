import { ActionIcon, Button, Chip, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { quietHours } from '@telltale/contract';
import { faultOfQuietSpans } from '@telltale/domain/time/quiet-hours.ts';
import { useState } from 'react';
import { quietHoursQuery } from '#api/alerts/alert-queries.ts';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import settings from '../user-settings.module.css';
import classes from './quiet.module.css';
import { draftOf, type SpanDraft, spanOf, weekDays } from './quiet-words.ts';

const EVERY_DAY = weekDays.map((_, index) => String(index + 1));
const NOTHING = 'nothing';
const severities = Array.from({ length: quietHours.MAX_SEVERITY }, (_, index) => quietHours.MAX_SEVERITY - index);
const breakers = [
  ...severities.map((severity) => ({
    value: String(severity),
    label: severity === quietHours.MAX_SEVERITY ? `Severity ${severity}` : `Severity ${severity} and above`,
  })),
  { value: NOTHING, label: 'Nothing' },
];

/** Sets the spans of the week, and what comes at once all the same. */
export function QuietForm({ settings: stored }: { settings: quietHours.QuietHoursOfUser }) {
  const client = useQueryClient();
  const zone = useOwnZone();
  const [rows, setRows] = useState<readonly SpanDraft[]>(() => stored.spans.map(draftOf));
  const [breaks, setBreaks] = useState(String(stored.breaksThrough ?? NOTHING));
  const change = (key: number, part: Partial<SpanDraft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, days: EVERY_DAY, from: '22:00', to: '06:00' }]);
  };
  const spans = rows.flatMap((row) => spanOf(row) ?? []);
  const form = useSubmit(async () => {
    if (spans.length < rows.length) return 'Each span needs a day on which it begins, and its two times.';
    const fault = faultOfQuietSpans(spans);
    if (fault !== undefined) return fault;
    const body = { spans, breaksThrough: breaks === NOTHING ? null : Number(breaks), zone };
    const refusal = await refusalOf(
      callApi(quietHours.putQuietHours, { body }).then((saved) => client.setQueryData(quietHoursQuery.queryKey, saved)),
    );
    if (refusal === undefined) toast('Your quiet hours are saved.');
    return refusal;
  });
  return (
    <form className={settings.form} onSubmit={form.onSubmit}>
      {rows.map((row, index) => (
        <SpanRow
          key={row.key}
          row={row}
          number={index + 1}
          onChange={(part) => change(row.key, part)}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={rows.length >= quietHours.MAX_QUIET_SPANS}
          onClick={add}
        >
          Add quiet hours
        </Button>
      </div>
      <Select
        className={settings.narrow ?? ''}
        label="Comes at once all the same"
        description="Alarms as severe as this break through the quiet hours."
        inputWrapperOrder={['label', 'input', 'description']}
        data={breakers}
        allowDeselect={false}
        value={breaks}
        onChange={(value) => setBreaks(value ?? NOTHING)}
      />
      {form.problem === undefined ? null : (
        <p role="alert" className={settings.problem}>
          {form.problem}
        </p>
      )}
      <div className={settings.formActions}>
        <Button type="submit" variant="default" loading={form.isBusy}>
          Save quiet hours
        </Button>
      </div>
    </form>
  );
}

interface SpanRowProps {
  row: SpanDraft;
  number: number;
  onChange: (part: Partial<SpanDraft>) => void;
  onRemove: () => void;
}

function SpanRow({ row, number, onChange, onRemove }: SpanRowProps) {
  const isOvernight = row.from !== '' && row.to !== '' && row.to !== '00:00' && row.to < row.from;
  return (
    <fieldset className={classes.span} aria-label={`Quiet hours ${number}`}>
      <Chip.Group multiple value={row.days} onChange={(days) => onChange({ days })}>
        <div className={classes.days}>
          {weekDays.map((name, index) => (
            <Chip
              key={name}
              value={String(index + 1)}
              size="xs"
              variant="outline"
              classNames={{ label: classes.day ?? '', iconWrapper: classes.check ?? '' }}
            >
              {name}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <MomentField kind="time" label="From" value={row.from} onChange={(from) => onChange({ from })} />
      <MomentField
        kind="time"
        label={isOvernight ? 'Until, on the next day' : 'Until'}
        value={row.to}
        onChange={(to) => onChange({ to })}
      />
      <ActionIcon size={30} aria-label={`Remove quiet hours ${number}`} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </fieldset>
  );
}
