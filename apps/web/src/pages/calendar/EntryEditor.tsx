import { Button, CloseButton, Group, NativeSelect, Radio, Select, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type calendar, events, permissionId } from '@telltale/contract';
import { counterWords } from '@telltale/domain/field/parts/counter-words.ts';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { refusalOf } from '#api/api-error.ts';
import { eventDefinitionsQuery } from '#api/definition-queries.ts';
import { deleteMaintenance } from '#api/events/calendar-queries.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { clockValue } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { pressKey } from '#ui/keys.ts';
import { useLeaveGuard } from '../leave-guard.ts';
import { type CalendarSubject, useCalendarAssets } from './calendar-subject.ts';
import { isOfPortal, statuses } from './calendar-words.ts';
import classes from './editor.module.css';
import { MetaEditor } from './MetaEditor.tsx';
import { PartNumberField } from './PartNumberField.tsx';
import { RepeatFields } from './RepeatFields.tsx';
import { saveEntry } from './save-entry.ts';
import { useEntryDraft } from './use-entry-draft.ts';

export const DISCARD_QUESTION = 'What was changed here is not saved. Discard it?';
const MOST_LETTERS = 10_000;
const MOST_LISTED = 100;
const REQUESTED = 1;

interface EntryEditorProps {
  /** Undefined: a new one. */
  entry: calendar.MaintenanceEntry | undefined;
  /** Of which a new one is, where the calendar is of one asset or narrowed to it. */
  subject: CalendarSubject | undefined;
  assetId: number | undefined;
  /** When a new one is planned at first. */
  at: string;
  nowMs: number;
  zone: string;
  /** It was saved, new or changed: its number, and when it is. */
  onSaved: (eventId: number, timestamp: string) => void;
  /** Whether there is something that is not saved. */
  onChanged: (isChanged: boolean) => void;
  onClose: () => void;
}

/** Plans a maintenance or changes one, beside the calendar (spec 1 §2). */
export function EntryEditor(props: EntryEditorProps) {
  const { entry, subject, assetId, at, nowMs, zone, onSaved, onChanged, onClose } = props;
  const client = useQueryClient();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [reach, setReach] = useState<'one' | 'following'>('one');
  const isNotice = entry !== undefined && isOfPortal(entry);
  const mayModify = useMay(permissionId('Events', entry ? 'Modify' : 'Create')) && !isNotice;
  const mayDelete = useMay(permissionId('Events', 'Delete')) && entry !== undefined && !isNotice;
  const isReadOnly = !mayModify;
  const { draft, isChanged, timestamp, metaBefore, differs, change, reset } = useEntryDraft({
    entry,
    assetId,
    at,
    zone,
  });
  const assets = useCalendarAssets(subject, entry);
  const asset = assets.find((one) => one.assetId === draft.assetId);
  const kindList = useQuery({
    ...eventDefinitionsQuery(asset?.assetDefinitionId ?? 0),
    enabled: asset !== undefined,
  });
  const kinds = (kindList.data ?? []).filter(({ category }) => category === events.CATEGORY_MAINTENANCE);
  const kind = kinds.find((one) => one.eventDefinitionId === draft.eventDefinitionId);

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, []);

  useEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [isChanged, onChanged]);
  const [pathname] = useLocation();
  useLeaveGuard({
    isActive: isChanged,
    question: DISCARD_QUESTION,
    isHarmless: (to) => to.pathname === pathname,
  });

  /** It stands where its counter has it. */
  const isPlaced = Boolean(entry?.forecast) && draft.status === REQUESTED;
  const willBePlaced = draft.repeat?.unit === 'counter' && draft.status === REQUESTED;
  const dayNote = isPlaced
    ? 'Its day follows from its counter, until it is begun or done.'
    : willBePlaced && 'Its day will follow from its counter; the time of day stays.';
  const mayRepeat = useMay(permissionId('Events', 'Create')) && !isReadOnly;
  // Another rhythm is one of all that follow; anything else of this one alone, unless it is asked for.
  const isOfSeries = entry?.repeat !== undefined && entry.repeat !== null && entry.repeat.unit !== 'counter';
  const ofFollowing = differs('repeat') || (isOfSeries && reach === 'following');
  const close = async () => {
    const question = { title: 'Discard changes', message: DISCARD_QUESTION, confirmLabel: 'Discard' };
    if (isChanged && !(await confirm(question))) return;
    onClose();
  };
  const form = useSubmit(async () => {
    setAsked(true);
    const { assetId: ofAsset, eventDefinitionId, status } = draft;
    if (ofAsset === undefined || eventDefinitionId === undefined || status === undefined) {
      return 'Asset, event type and status are needed.';
    }
    if (timestamp === undefined) return 'The maintenance needs a date and time.';
    return refusalOf(
      (async () => {
        const what = { entry, draft, assetId: ofAsset, eventDefinitionId, timestamp };
        const saved = await saveEntry(client, { ...what, metaBefore, differs, ofFollowing });
        reset();
        onSaved(saved.eventId, saved.timestamp);
      })(),
    );
  });
  const remove = async () => {
    if (!entry) return;
    const message = entry.forecast
      ? 'This maintenance will be deleted for everybody, and it will not come again. Are you sure?'
      : 'This maintenance will be deleted for everybody. Are you sure?';
    if (!(await confirm({ title: 'Delete maintenance', message, confirmLabel: 'Delete', isDestructive: true }))) return;
    const refusal = await refusalOf(deleteMaintenance(client, entry.assetId, entry.eventId));
    if (refusal === undefined) onClose();
    else toast(`It could not be deleted. ${refusal}`, 'error');
  };

  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      className={classes.editor}
      onKeyDown={(event) => {
        if (pressKey(event, { Escape: () => void close() })) event.stopPropagation();
      }}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{entry ? entry.type : 'New Maintenance'}</h2>
        <CloseButton aria-label="Close the editor" onClick={() => void close()} />
      </div>
      <form onSubmit={form.onSubmit} className={classes.form} noValidate>
        {entry || subject ? (
          <p className={classes.asset}>
            {subject ? asset?.name : <Link href={`/assets/${entry?.assetId}/dashboard`}>{entry?.assetName}</Link>}
            {entry ? <span>by {entry.user}</span> : null}
          </p>
        ) : (
          <Select
            data-first
            label="Asset"
            required
            searchable
            limit={MOST_LISTED}
            placeholder="Choose an asset"
            nothingFoundMessage="There is no such asset."
            error={isAsked && draft.assetId === undefined ? 'Choose an asset.' : undefined}
            data={assets.map((one) => ({ value: String(one.assetId), label: one.name }))}
            value={draft.assetId === undefined ? null : String(draft.assetId)}
            onChange={(value) =>
              change({ assetId: value === null ? undefined : Number(value), eventDefinitionId: undefined })
            }
          />
        )}
        <NativeSelect
          {...(entry || subject ? { 'data-first': true } : {})}
          label="Event type"
          required
          disabled={isReadOnly || asset === undefined}
          error={isAsked && draft.eventDefinitionId === undefined ? 'Choose an event type.' : undefined}
          description={
            kindList.data && kinds.length === 0
              ? 'This kind of asset has no maintenance yet: it is added in the configuration, Events/Maintenance.'
              : undefined
          }
          value={String(draft.eventDefinitionId ?? '')}
          data={[
            ...(draft.eventDefinitionId === undefined ? [{ value: '', label: 'Choose an event type' }] : []),
            ...(entry && !kind ? [{ value: String(entry.eventDefinitionId), label: entry.type }] : []),
            ...kinds.map((one) => ({ value: String(one.eventDefinitionId), label: one.alias || one.name })),
          ]}
          onChange={({ currentTarget }) => change({ eventDefinitionId: Number(currentTarget.value) || undefined })}
        />
        <NativeSelect
          label="Status"
          required
          disabled={isReadOnly}
          error={isAsked && draft.status === undefined ? 'Choose a status.' : undefined}
          value={String(draft.status ?? '')}
          data={[
            ...(draft.status === undefined ? [{ value: '', label: 'Choose a status' }] : []),
            ...statuses.map(({ status, word }) => ({ value: String(status), label: word })),
          ]}
          onChange={({ currentTarget }) => {
            const next = statuses.find(({ status }) => String(status) === currentTarget.value)?.status;
            // What was expected some day is begun or done now.
            const wasPlaced = entry?.forecast && entry.status === REQUESTED;
            const when = next === REQUESTED ? (entry?.timestamp ?? null) : new Date(nowMs).toISOString();
            change({ status: next, ...(wasPlaced ? { wall: clockValue(when, zone) } : {}) });
          }}
        />
        <MomentField
          label="Date and time"
          zone={zone}
          required
          readOnly={isReadOnly || isPlaced}
          description={dayNote}
          error={timestamp === undefined ? 'Choose a date and time.' : undefined}
          value={draft.wall}
          onChange={(wall) => change({ wall })}
        />
        {entry?.forecast && isPlaced ? <p className={classes.forecast}>{counterWords(entry.forecast)}</p> : null}
        {mayRepeat ? (
          <RepeatFields
            repeat={draft.repeat}
            zone={zone}
            wall={draft.wall}
            asset={asset}
            eventDefinitionId={draft.eventDefinitionId}
            onChange={(repeat) => change({ repeat })}
          />
        ) : null}
        {kind ? (
          <PartNumberField
            options={kind.reasonExpanded.options}
            meta={draft.meta}
            isReadOnly={isReadOnly}
            onChange={(meta) => change({ meta })}
          />
        ) : null}
        {entry?.cause ? (
          <div className={classes.comments}>
            <h3>Previous Comments</h3>
            <p>{entry.cause}</p>
          </div>
        ) : null}
        {isReadOnly ? null : (
          <Textarea
            label={entry?.cause ? 'Additional Comments' : 'Comments'}
            rows={2}
            resize="vertical"
            maxLength={MOST_LETTERS}
            value={draft.comment}
            onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
          />
        )}
        <MetaEditor meta={draft.meta} onChange={(meta) => change({ meta })} isReadOnly={isReadOnly} />
        {isOfSeries && isChanged && mayRepeat ? (
          <Radio.Group
            label="Change"
            value={ofFollowing ? 'following' : 'one'}
            onChange={(value) => setReach(value === 'following' ? 'following' : 'one')}
          >
            <Group mt={4}>
              <Radio value="one" label="This one" disabled={differs('repeat')} />
              <Radio value="following" label="This and following" />
            </Group>
          </Radio.Group>
        ) : null}
        {form.problem ? (
          <p role="alert" className={classes.problem}>
            {form.problem}
          </p>
        ) : null}
        <Group justify="flex-end" className={classes.acts ?? ''}>
          {mayDelete ? (
            <Button variant="subtle" color="red" className={classes.delete ?? ''} onClick={() => void remove()}>
              Delete
            </Button>
          ) : null}
          {isChanged && mayModify ? (
            <Button type="submit" loading={form.isBusy}>
              {entry ? 'Apply' : 'Save'}
            </Button>
          ) : null}
        </Group>
        {isReadOnly ? (
          <p
            className={classes.hint}
          >{`${entry ? formatDateTime(Date.parse(entry.timestamp), zone) : ''} ${isNotice ? 'The portal noted it: it is completed when the part is done.' : 'You may look at it and not change it.'}`}</p>
        ) : null}
      </form>
    </section>
  );
}
