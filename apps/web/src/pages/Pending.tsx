import { messageOf } from '#api/api-error.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';

interface PendingProps {
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  /** What is being loaded, for screen readers: 'Loading the alarms'. */
  label: string;
  /** What to say when it could not be had: 'The alarms could not be loaded.' */
  failure: string;
  /** Rows that are about to come. */
  rows: number;
  /** Height of one row in pixels. */
  rowHeight?: number;
}

/** Stands where records are to come: rows of their size, or why there are none and a way to try again; then nothing. */
export function Pending({ query: { data, error, refetch }, label, failure, ...rows }: PendingProps) {
  if (data !== undefined) return null;
  if (error === null) return <SkeletonRows label={label} {...rows} />;
  return <ErrorState title={failure} message={messageOf(error)} onRetry={() => void refetch()} />;
}
