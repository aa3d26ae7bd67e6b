import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconEdit,
  IconFile,
  IconHistory,
  IconMessage,
  IconNote,
  IconPencil,
  IconPlugConnectedX,
  IconSend,
  IconTool,
} from '@tabler/icons-react';
import type { timeline } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import type { ComponentType, Ref } from 'react';
import { Link } from 'wouter';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { useCauseText } from '../use-cause-text.ts';
import classes from './timeline.module.css';
import { addressOf, entryWords, stateOf, whyOfEntry } from './timeline-words.ts';

const icons: Readonly<Record<timeline.TimelineKind, ComponentType<{ size?: number; color?: string }>>> = {
  alarm: IconAlertTriangle,
  comment: IconMessage,
  command: IconSend,
  connection: IconPlugConnectedX,
  edit: IconEdit,
  file: IconFile,
  maintenance: IconTool,
  event: IconCalendarEvent,
  note: IconNote,
};

interface TimelineRowProps {
  ref: Ref<HTMLLIElement>;
  index: number;
  entry: timeline.TimelineEntry;
  assetId: number;
  zone: string;
  rights: { mayDashboard: boolean; mayItems: boolean; mayModify: boolean };
  onChange: (entry: timeline.TimelineEntry) => void;
}

/** One entry: what it is, what became of it, what was written, and when. */
export function TimelineRow({ ref, index, entry, assetId, zone, rights, onChange }: TimelineRowProps) {
  const palette = usePalette();
  const causeText = useCauseText();
  const timeMs = Date.parse(entry.time);
  const Icon = icons[entry.kind] ?? IconHistory;
  const address = addressOf(entry, assetId, rights);
  const title = entry.kind === 'note' && entry.title === 'Note' ? firstLine(entry.text) : entry.title;
  const isNote = entry.kind === 'note' && title !== entry.title;
  const rest = isNote
    ? entry.text.slice(title.length).trim()
    : causeText({ cause: entry.text, causeNumbers: entry.causeNumbers }, entry.kind === 'edit' ? 'named' : undefined);
  const state = stateOf(entry, zone);
  return (
    <li ref={ref} data-index={index} className={classes.entry}>
      <span className={classes.mark} title={entryWords[entry.kind]}>
        <Icon size={17} {...(entry.severity === null ? {} : { color: severityFill(palette, entry.severity) })} />
      </span>
      <div className={classes.text}>
        <span className={classes.title}>
          <span className={classes.hidden}>{entryWords[entry.kind]}: </span>
          {address === undefined ? title : <Link href={address}>{title}</Link>}
        </span>
        {rest === '' ? null : (
          <span className={classes.said} {...whyOfEntry(entry, assetId)}>
            {rest}
          </span>
        )}
        {state === '' ? null : <span className={classes.state}>{state}</span>}
      </div>
      <time className={classes.time} dateTime={entry.time} title={zoneName(timeMs, zone)}>
        {formatDateTime(timeMs, zone)}
      </time>
      {rights.mayModify && entry.eventDefinitionId !== null ? (
        <ActionIcon size={28} aria-label={`Change ${title}`} title="Change" onClick={() => onChange(entry)}>
          <IconPencil size={15} />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.trim() === '' ? 'Note' : line;
}
