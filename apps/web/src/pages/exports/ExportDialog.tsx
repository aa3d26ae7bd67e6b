import { Anchor, Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exportJobs, exportSchedules } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { exportListQuery, isUnderWay } from '#api/export-queries.ts';
import { toast } from '#ui/feedback/toast.ts';
import {
  type ExportChoices,
  faultOfChoices,
  firstChoices,
  type Repeat,
  requestOf,
  scheduleOf,
} from './export-choices.ts';
import { refusalText } from './export-refusal.ts';
import classes from './exports.module.css';
import { type ExportAsset, ItemChecks } from './ItemChecks.tsx';
import { JobState } from './JobState.tsx';
import { MoreChoices } from './MoreChoices.tsx';
import { QuarterPicker } from './QuarterPicker.tsx';

interface ExportDialogProps {
  /** Whose data items are offered first. */
  assets: readonly ExportAsset[];
  /** What the file is called at first. */
  name: string;
  /** In which times are chosen. */
  zone: string;
  onClose: () => void;
}

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'sqlite', label: 'SQLite' },
];
const ALL_FORMATS = [...FORMATS, { value: 'parquet', label: 'Parquet' }, { value: 'arrow', label: 'Arrow' }];

/** Exports history to a file (spec 1 §2): what is asked for, how far it is, and the link to the result. */
export function ExportDialog({ assets: first, name, zone, onClose }: ExportDialogProps) {
  const client = useQueryClient();
  const [assets, setAssets] = useState(first);
  const [choices, setChoices] = useState(() => firstChoices(Date.now(), zone, name));
  const [isMore, setMore] = useState(first.length === 0);
  const jobs = useQuery(exportListQuery);
  const stale = () => client.invalidateQueries({ queryKey: exportListQuery.queryKey });
  const request = useMutation({
    mutationFn: () => callApi(exportJobs.requestExport, { body: requestOf(choices, zone) }),
    onSettled: stale,
  });
  const schedule = useMutation({
    mutationFn: (repeat: Repeat) =>
      callApi(exportSchedules.addExportSchedule, { body: scheduleOf(choices, repeat, zone) }),
    onSuccess: ({ filename, next }) => {
      toast(`${filename} is made for the first time at ${formatDateTime(Date.parse(next), zone)}.`, 'info');
      onClose();
    },
    onSettled: stale,
  });
  const { repeat } = choices;
  const refusal = repeat === undefined ? request.error : schedule.error;
  const jobId = request.data?.jobId;
  const job = jobs.data?.find((one) => one.jobId === jobId);
  const cancel = useMutation({
    mutationFn: (id: string) => callApi(exportJobs.cancelExport, { params: { jobId: id } }),
    onSettled: stale,
  });
  const [isUnwanted, setUnwanted] = useState(false);
  useEffect(() => {
    // Cancel was pressed before it was known what the request has made.
    if (!isUnwanted || request.isPending) return;
    setUnwanted(false);
    if (jobId !== undefined) cancel.mutate(jobId);
  });
  const change = (part: Partial<ExportChoices>) => setChoices((before) => ({ ...before, ...part }));
  const fault = faultOfChoices(choices, zone);
  // A request waits for the list with its job: one that is not there then was removed, unless the list did not come.
  const isMissing = jobId !== undefined && job === undefined && !request.isPending;
  const isGone = isMissing && jobs.error === null;
  const isOpen = job === undefined ? isMissing && !isGone : isUnderWay(job);
  const isBusy = schedule.isPending || request.isPending || isOpen;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (fault !== undefined || isBusy) return;
    if (repeat === undefined) request.mutate();
    else schedule.mutate(repeat);
  }
  function stop(): void {
    if (request.isPending) setUnwanted(true);
    else if (isOpen && jobId !== undefined) cancel.mutate(jobId);
    else onClose();
  }
  function chooseAssets(after: readonly ExportAsset[]): void {
    setAssets(after);
    const kept = new Set(after.map(({ assetId }) => String(assetId)));
    change({ items: new Set([...choices.items].filter((key) => kept.has(key.split('-')[0] ?? ''))) });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Export to CSV"
      size="lg"
      // A schedule that is being made is made: nothing says meanwhile that it is not.
      closeOnClickOutside={!schedule.isPending}
      closeOnEscape={!schedule.isPending}
      withCloseButton={!schedule.isPending}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {repeat === undefined && (
            <>
              <QuarterPicker label="Start time" value={choices.start} onChange={(start) => change({ start })} />
              <QuarterPicker label="End time" value={choices.end} onChange={(end) => change({ end })} />
              <p className={classes.note}>Times are in {zone}.</p>
            </>
          )}
          <ItemChecks assets={assets} value={choices.items} onChange={(items) => change({ items })} />
          <TextInput
            label="File name"
            maxLength={200}
            value={choices.filename}
            onChange={({ currentTarget }) => change({ filename: currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            label="Format"
            data={isMore || !FORMATS.some(({ value }) => value === choices.type) ? ALL_FORMATS : FORMATS}
            value={choices.type}
            onChange={({ currentTarget: { value } }) => change({ type: exportJobs.exportTypeSchema.parse(value) })}
          />
          <Checkbox
            size="xs"
            label="Compress"
            checked={choices.isCompressed}
            onChange={({ currentTarget }) => change({ isCompressed: currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label="Email me the results"
            checked={choices.isMailed}
            onChange={({ currentTarget }) => change({ isMailed: currentTarget.checked })}
          />
          <details className={classes.more} open={isMore} onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
            <summary>More</summary>
            {isMore && (
              <MoreChoices choices={choices} onChange={change} zone={zone} assets={assets} onAssets={chooseAssets} />
            )}
          </details>
          <div className={classes.foot}>
            {fault !== undefined && choices.items.size > 0 && (
              <p role="status" className={classes.fault}>
                {fault}
              </p>
            )}
            {refusal && (
              <p role="alert" className={classes.fault}>
                {refusalText(refusal, assets)}
              </p>
            )}
            {job && <JobState job={job} />}
            {jobId !== undefined && jobs.error && (
              <p role="status" className={classes.fault}>
                How far it is could not be asked. {messageOf(jobs.error)}
              </p>
            )}
            {isGone && (
              <p role="status" className={classes.note}>
                It was removed.
              </p>
            )}
            {cancel.error && (
              <p role="alert" className={classes.fault}>
                It goes on. {messageOf(cancel.error)}
              </p>
            )}
            <Group justify="space-between" gap="xs">
              <Anchor component={Link} href="/exports" size="xs" onClick={onClose}>
                Your exports
              </Anchor>
              <Group gap="xs">
                <Button
                  variant="default"
                  disabled={schedule.isPending}
                  loading={isUnwanted || cancel.isPending}
                  onClick={stop}
                >
                  Cancel
                </Button>
                <Button type="submit" loading={isBusy} disabled={fault !== undefined} title={fault}>
                  {repeat === undefined ? 'Export' : 'Schedule'}
                </Button>
              </Group>
            </Group>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
