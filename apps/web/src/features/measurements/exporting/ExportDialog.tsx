import { Button, Checkbox, Group, Modal, SegmentedControl, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { measurements } from '@telltale/contract';
import { type MouseEvent, useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { checkRecordingExport, recordingExportAddress } from '../measurement-queries.ts';
import classes from '../measurements.module.css';
import { ExportFate } from './ExportFate.tsx';
import { newExportId } from './export-id.ts';

const FORMATS: readonly { value: measurements.RecordingExport; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'arrow', label: 'Arrow' },
  { value: 'sqlite', label: 'SQLite' },
];

interface ExportDialogProps {
  fileId: number;
  group: string;
  channels: readonly measurements.Channel[];
  /** Names of those that are plotted: they are chosen at first. */
  drawn: ReadonlySet<string>;
  /** Of the download that was begun last. */
  exportId: string | undefined;
  onExport: (exportId: string | undefined) => void;
  onClose: () => void;
}

const isExported = ({ type, whyUnread }: measurements.Channel) => whyUnread === null || type === 'string';

/** Channels of a group as a file of another kind, which the browser saves as it comes. */
export function ExportDialog({ fileId, group, channels, drawn, exportId, onExport, onClose }: ExportDialogProps) {
  const [type, setType] = useState<measurements.RecordingExport>('csv');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => {
    const places = channels.flatMap((channel, place) => (isExported(channel) ? [place] : []));
    const plotted = places.filter((place) => drawn.has(channels[place]?.name ?? ''));
    return new Set((plotted.length > 0 ? plotted : places).slice(0, measurements.MOST_EXPORTED));
  });
  const readable = channels.filter(isExported).length;
  const isTooMany = chosen.size > measurements.MOST_EXPORTED;
  const choose = (place: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(place);
    else next.delete(place);
    setChosen(next);
  };
  const [refusal, setRefusal] = useState<string>();
  // A download that is refused says nothing: the portal is asked first, and the file taken where it has nothing against it.
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    const refused = await refusalOf(checkRecordingExport(fileId, group, type, [...chosen]));
    setRefusal(refused);
    onExport(undefined);
    if (refused !== undefined) return;
    const id = newExportId();
    onExport(id);
    const link = document.createElement('a');
    link.href = `${href}&exportId=${id}`;
    link.download = '';
    link.click();
  };
  return (
    <Modal opened onClose={onClose} title="Export channels" size="md">
      <Stack gap="sm">
        <SegmentedControl
          data={[...FORMATS]}
          value={type}
          onChange={(value) => setType(value as measurements.RecordingExport)}
          aria-label="Format"
        />
        <p className={classes.note}>{rowsText(channels.filter((_channel, place) => chosen.has(place)))}</p>
        <fieldset className={classes.choices}>
          <legend>{`${chosen.size} of ${readable} channels`}</legend>
          <Group gap="xs">
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => setChosen(new Set(channels.flatMap((one, place) => (isExported(one) ? [place] : []))))}
            >
              All
            </Button>
            <Button variant="default" size="compact-xs" onClick={() => setChosen(new Set())}>
              None
            </Button>
          </Group>
          <ul>
            {channels.map((channel, place) => (
              <li key={channel.name}>
                <Checkbox
                  label={channel.unit === '' ? channel.name : `${channel.name} (${channel.unit})`}
                  description={isExported(channel) ? undefined : channel.whyUnread}
                  checked={chosen.has(place)}
                  disabled={!isExported(channel)}
                  onChange={({ currentTarget }) => choose(place, currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
        {isTooMany ? (
          <p className={classes.problem} role="alert">
            {`A file holds at most ${measurements.MOST_EXPORTED.toLocaleString('en-US')} channels.`}
          </p>
        ) : null}
        {refusal === undefined ? null : (
          <p className={classes.problem} role="alert">
            {refusal}
          </p>
        )}
        {exportId === undefined ? null : <ExportFate exportId={exportId} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {chosen.size === 0 || isTooMany ? (
            <Button disabled leftSection={<IconDownload size={16} />}>
              Download
            </Button>
          ) : (
            <Button
              component="a"
              href={recordingExportAddress(fileId, group, type, [...chosen])}
              download
              onClick={(event: MouseEvent<HTMLAnchorElement>) => void download(event)}
              leftSection={<IconDownload size={16} />}
            >
              Download
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** What a row of the file is, and how many there are. */
function rowsText(channels: readonly measurements.Channel[]): string {
  const rows = Math.max(0, ...channels.map(({ count }) => count));
  const many = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
  const [first] = channels;
  const isAlike = channels.every(({ waveform }) => waveform?.increment === first?.waveform?.increment);
  if (first === undefined) return 'No channel is chosen.';
  if (!isAlike) return `${many}. The channels are not timed alike: they stand side by side by their place.`;
  return first.waveform === null ? `${many}, by the place of each value.` : `${many}, each with its time.`;
}
