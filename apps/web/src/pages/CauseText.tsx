import type { alarms } from '@telltale/contract';
import { useCauseText } from './use-cause-text.ts';

/** The cause of an alarm in a line of its own, in full where the pointer rests. */
export function CauseText({ alarm }: { alarm: Pick<alarms.Alarm, 'cause' | 'causeNumbers'> }) {
  const text = useCauseText()(alarm);
  return <span title={text}>{text || '–'}</span>;
}
