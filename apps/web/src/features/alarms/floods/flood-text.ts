import type { alarmFloods } from '@telltale/contract';
import { formatDateTime, formatTimeOfDay } from '@telltale/domain/format/time.ts';

type Times = Pick<alarmFloods.Flood, 'from' | 'until'>;

const minutes = (text: string) => text.slice(0, -3);
const timesOf = ({ from, until }: Times) => ({
  fromMs: Date.parse(from),
  untilMs: until === null ? null : Date.parse(until),
});

/** When a flood was: `since 14:02`, `14:02–14:31`, or with the day where it began on another than today. */
export function floodTimesText(flood: Times, zone: string, nowMs: number): string {
  const { fromMs, untilMs } = timesOf(flood);
  const today = formatDateTime(nowMs, zone).slice(0, 10);
  const began = formatDateTime(fromMs, zone);
  const from = minutes(began.startsWith(today) ? formatTimeOfDay(fromMs, zone) : began);
  return untilMs === null ? `since ${from}` : `${from}–${minutes(formatTimeOfDay(untilMs, zone))}`;
}

/** How many alarms a flood has, and how many of them the list has where a filter leaves some out. */
export function floodCountText({ alarms, listed }: Pick<alarmFloods.FloodRow, 'alarms' | 'listed'>): string {
  const all = `${alarms.toLocaleString('en')} alarms`;
  return listed === alarms ? all : `${listed.toLocaleString('en')} of ${all}`;
}

/** Its first alarm, e.g. `Pump 7 Pressure low`. */
export function firstOutText({ firstOut }: Pick<alarmFloods.Flood, 'firstOut'>): string {
  return `${firstOut.assetName} ${firstOut.name}`;
}
