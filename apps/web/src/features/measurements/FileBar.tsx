import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { files, measurements } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import classes from './measurements.module.css';

interface FileBarProps {
  begin: string | null;
  end: string | null;
  onSpan: (span: { begin?: string; end?: string }) => void;
  onRefresh: () => void;
  listed: readonly files.StoredFile[] | undefined;
  fileId: number | undefined;
  onFile: (fileId: string) => void;
  recording: measurements.Recording | undefined;
  group: string;
  onGroup: (group: string) => void;
}

/** Which file, of those uploaded between two times, and which of its groups. */
export function FileBar(props: FileBarProps) {
  const { begin, end, onSpan, onRefresh, listed, fileId, onFile, recording, group, onGroup } = props;
  const zone = useOwnZone();
  const isUnlisted = fileId !== undefined && !listed?.some((file) => file.fileId === fileId);
  return (
    <div className={classes.bar}>
      <MomentField
        label="Begin Date"
        zone={zone}
        keepsLast
        value={clockValue(begin, zone)}
        onChange={(next) => onSpan({ begin: isoOfClock(next, zone) ?? '' })}
      />
      <MomentField
        label="End Date"
        zone={zone}
        keepsLast
        value={clockValue(end, zone)}
        onChange={(next) => onSpan({ end: isoOfClock(next, zone) ?? '' })}
      />
      <NativeSelect
        label="File"
        value={fileId === undefined ? '' : String(fileId)}
        data={[
          {
            value: '',
            label: listed?.length === 0 ? 'No .tdms file was uploaded in this time' : 'Choose a .tdms file',
          },
          ...(isUnlisted ? [{ value: String(fileId), label: `File ${fileId}` }] : []),
          ...(listed ?? []).map((file) => ({
            value: String(file.fileId),
            label: `${file.filename} (${formatBytes(file.length)})`,
          })),
        ]}
        onChange={({ currentTarget }) => onFile(currentTarget.value)}
      />
      <ActionIcon className={classes.refresh ?? ''} aria-label="Refresh" variant="default" onClick={onRefresh}>
        <IconRefresh size={18} />
      </ActionIcon>
      <NativeSelect
        label="Group"
        value={group}
        disabled={recording === undefined || recording.groups.length === 0}
        data={(recording?.groups ?? []).map(({ name, channels }) => ({
          value: name,
          label: `${name} (${channels} ${channels === 1 ? 'channel' : 'channels'})`,
        }))}
        onChange={({ currentTarget }) => onGroup(currentTarget.value)}
      />
    </div>
  );
}
