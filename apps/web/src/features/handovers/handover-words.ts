import type { handovers } from '@telltale/contract';
import { formatDuration } from '@telltale/domain/format/age.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';

export const sectionWords: Readonly<Record<handovers.HandoverSection, string>> = {
  summary: 'Summary',
  open: 'Still open',
  opened: 'Opened',
  closed: 'Closed',
  shelved: 'Shelved',
  commands: 'Commands',
  offline: 'Offline',
  notes: 'Notes and events',
  maintenance: 'Maintenance due',
  changes: 'Changes of definitions and dashboards',
};

/** What stands where a section has nothing to tell. */
export const nothingWords: Readonly<Record<handovers.HandoverSection, string>> = {
  summary: '',
  open: 'No alarm is open.',
  opened: 'No alarm was raised.',
  closed: 'No alarm was closed.',
  shelved: 'No alarm was shelved.',
  commands: 'No command was sent.',
  offline: 'Nothing was offline.',
  notes: 'Nothing was noted.',
  maintenance: 'No maintenance is due.',
  changes: 'Nothing was changed.',
};

type Summary = Pick<handovers.HandoverSummary, 'from' | 'to' | 'zone' | 'state' | 'leaving' | 'coming'>;

/** `2026-11-20 06:00 to 2026-11-20 18:04 CET`, on the unit's clock. */
export function spanText({ from, to, zone }: Summary): string {
  const minutes = (iso: string) => formatDateTime(Date.parse(iso), zone).slice(0, -3);
  const [fromZone, toZone] = [from, to ?? from].map((iso) => zoneName(Date.parse(iso), zone));
  const begin = `${minutes(from)}${fromZone === toZone ? '' : ` ${fromZone}`}`;
  return to === null ? `since ${begin} ${toZone}` : `${begin} to ${minutes(to)} ${toZone}`;
}

/** `2026-10-25 02:30`, with the zone where the clock changes within the shift: of an hour that comes twice it says which. */
export function clockText(iso: string, { from, to, zone }: Pick<Summary, 'from' | 'to' | 'zone'>): string {
  const minutes = formatDateTime(Date.parse(iso), zone).slice(0, -3);
  const [own, ...ends] = [iso, from, to ?? iso].map((one) => zoneName(Date.parse(one), zone));
  return ends.every((name) => name === own) ? minutes : `${minutes} ${own}`;
}

/** How long it lasted: over a change of the clock, the true length. */
export function lengthText({ from, to }: Summary): string {
  if (to === null) return '';
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 60) return formatDuration(minutes * 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function stateWords({ state, leaving, coming }: Summary): string {
  if (state === 'running') return 'Running';
  if (state === 'signed') return `Signed by ${leaving?.user ?? ''}, to be accepted`;
  return `Handed over by ${leaving?.user ?? ''} to ${coming?.user ?? ''}`;
}
