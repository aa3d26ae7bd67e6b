import { useQuery } from '@tanstack/react-query';
import type { measurements } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { messageOf } from '#api/api-error.ts';
import { recordingExportQuery } from '../measurement-queries.ts';
import classes from '../measurements.module.css';

/** How far an export is, and why it broke off: all that the browser knows is that a download has failed. */
export function ExportFate({ exportId }: { exportId: string }) {
  const { data, error } = useQuery(recordingExportQuery(exportId));
  if (error !== null)
    return <p className={classes.problem}>{`What comes of the export is not known. ${messageOf(error)}`}</p>;
  if (data == null) return null;
  if (data.state === 'failed') {
    return (
      <p className={classes.problem} role="alert">
        {`The export failed after ${formatBytes(data.bytes)}: what the browser saved is not whole. ${data.message ?? ''}`.trim()}
      </p>
    );
  }
  return (
    <p className={classes.note} role="status">
      {fateText(data)}
    </p>
  );
}

function fateText({ state, bytes }: measurements.RecordingExportState): string {
  if (state === 'running') return `${formatBytes(bytes)} are sent.`;
  return state === 'done' ? `The file is made: ${formatBytes(bytes)}.` : `The download was cancelled.`;
}
