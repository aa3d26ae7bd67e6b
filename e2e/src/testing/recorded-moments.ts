import type { Portal } from './portal.ts';
import { type Furnished, LEVEL_ALARM_ABOVE, setAttribute } from './recorded-dashboard.ts';
import type { Drawn } from './tile-words.ts';

/** Tiles of the recorded dashboard whose points are shown as a table. */
export const CHARTS = ['chart', 'graph', 'xy', 'dynamic', 'editor'];

/** What the n-th moment is made of. */
export function valuesOf(moment: number) {
  const level = (moment * 37.3) % 100;
  return { Counter: 1_000 + moment, Level: level, Pressure: 10 + (moment % 7), State: `step ${moment % 4}` };
}

/** Moments that one asset goes through: those after the `before`-th up to the `last`-th. */
export interface Moments {
  readonly before: number;
  readonly last: number;
}

/** All moments in as many pieces of about the same length as have at least `atLeast` each, and in four at most. */
export function momentsInPieces(count: number, atLeast: number): readonly Moments[] {
  const pieces = Math.min(4, Math.max(1, Math.floor(count / atLeast)));
  const end = (piece: number) => Math.ceil((count * piece) / pieces);
  return Array.from({ length: pieces }, (_, piece) => ({ before: end(piece), last: end(piece + 1) }));
}

export function listMoments({ before, last }: Moments): number[] {
  return Array.from({ length: last - before }, (_, index) => before + 1 + index);
}

/** Whether the n-th moment's values raise the alarm, or keep it raised. */
export function isHigh(moment: number): boolean {
  return valuesOf(moment).Level > LEVEL_ALARM_ABOVE;
}

/** Whether somebody acknowledges the alarm at the n-th moment. */
export function isSeen(moment: number): boolean {
  return isHigh(moment) && moment % 2 === 0;
}

/** Whether the alarm is raised or closed at the n-th moment. Before the first it is not. */
function isTurn({ before }: Moments, moment: number): boolean {
  return (moment - 1 > before && isHigh(moment - 1)) !== isHigh(moment);
}

/** Whether somebody changes the asset before the n-th moment. */
export function isChanged(moment: number): boolean {
  return moment % 4 === 2;
}

/** What is known of the asset at the n-th moment beside its values: all of it as it was last changed. */
function knownAt(moment: number, { before }: Moments) {
  const changed = moment - ((moment + 2) % 4);
  if (changed <= Math.max(before, 1))
    return { site: 'Pad 7', list: 'alarmdefinitions', condition: 'none', latitude: 31.5, longitude: -103.25 };
  return {
    site: `Pad ${changed}`,
    list: changed % 8 === 2 ? 'dataitemdefinitions' : 'alarmdefinitions',
    condition: `condition ${changed}`,
    latitude: 31.5 + changed / 100,
    longitude: -103.25 - changed / 50,
  };
}

/** What somebody changes before the n-th moment; each is there for good once the page was opened anew. */
export async function changeAsset(
  portal: Portal,
  { assetId }: Furnished,
  moment: number,
  moments: Moments,
): Promise<void> {
  const { site, list, condition, latitude, longitude } = knownAt(moment, moments);
  await setAttribute(portal, assetId, 'site', site);
  await setAttribute(portal, assetId, 'list', list);
  await setAttribute(portal, assetId, 'PatientInfo', { conditions: [condition] });
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, { assetId, latitude, longitude });
}

const NEWEST_ROW = 'tr[aria-rowindex="2"]';
const SECOND_ROW = 'tr[aria-rowindex="3"]';

/** What the alarm does at the n-th moment, and in which row of a chart's table that stands: the newest come first. */
function markAt(moment: number, moments: Moments): { within: string; text: string } | undefined {
  // A moment's values have the time of the alarm that they raise or close, and stand before it.
  if (isSeen(moment)) return { within: NEWEST_ROW, text: 'acknowledged' };
  if (!isTurn(moments, moment)) return undefined;
  return { within: SECOND_ROW, text: isHigh(moment) ? 'raised' : 'closed' };
}

/** How many rows a chart's table has at the n-th moment: its head, all points, and all that happened. */
function rowsAt(moment: number, moments: Moments): number {
  const [head, firstValues, online] = [1, 1, 1];
  const until = listMoments({ ...moments, last: moment });
  const turns = until.filter((one) => isTurn(moments, one));
  return head + firstValues + online + until.length + turns.length + until.filter(isSeen).length;
}

/** A chart has drawn its points at once, its legend within a second, and its marks when the portal was asked for them. */
function drawnByChart(tile: string, moment: number, moments: Moments): Drawn[] {
  const { Level, Pressure } = valuesOf(moment);
  const newest = tile === 'dynamic' ? Pressure : Level;
  const mark = markAt(moment, moments);
  return [
    { tile, within: isSeen(moment) ? SECOND_ROW : NEWEST_ROW, text: newest.toFixed(3) },
    { tile, within: '[aria-label="Series"]', text: newest.toFixed(2) },
    // No more rows are there than are in sight.
    { tile, within: `[role="grid"][aria-rowcount="${rowsAt(moment, moments)}"]`, text: '' },
    ...(mark ? [{ tile, ...mark }] : []),
  ];
}

/** What must have been drawn before a moment is noted: a sign of each tile, since each follows in its own time. */
export function drawnAt(moment: number, moments: Moments): Drawn[] {
  const { Counter, Level, Pressure, State } = valuesOf(moment);
  const { site, list, condition, latitude, longitude } = knownAt(moment, moments);
  const counter = Counter.toLocaleString('en-US');
  const [level, pressure] = [Level.toFixed(2), Pressure.toFixed(2)];
  const rows = [`Counter${counter}.00`, `Level${level}`, `Pressure${pressure}`, `State${State}`];
  const [text, status] = isSeen(moment)
    ? ['Seen', 'Acknowledged']
    : isHigh(moment)
      ? [`Too high: ${level}`, 'Open']
      : ['Level is fine', 'Not raised'];
  return [
    { tile: 'counter', text: counter },
    { tile: 'state', text: State },
    { tile: 'gauge', text: level },
    { tile: 'cylinder', text: Level.toFixed(1) },
    { tile: 'text', text: `${State} at ${level} since ` },
    { tile: 'text', text: `on ${site}` },
    { tile: 'alarm', text },
    ...rows.flatMap((row): Drawn[] => ['items', 'values'].map((tile) => ({ tile, within: 'tbody tr', text: row }))),
    isHigh(moment)
      ? { tile: 'alarms', within: 'tbody tr', text: 'Level high' }
      : { tile: 'alarms', text: 'No data...' },
    { tile: 'map', within: `button[aria-label$="${isHigh(moment) ? ', alarm severity 2' : ', connected'}"]`, text: '' },
    { tile: 'events', within: 'tbody tr', text: 'Online' },
    { tile: 'bars', text: `${level}Level` },
    { tile: 'bars', text: `${pressure}Pressure` },
    { tile: 'pie', within: 'tr', text: `Level${level}` },
    { tile: 'pie', within: 'tr', text: `Pressure${pressure}` },
    ...CHARTS.flatMap((tile) => drawnByChart(tile, moment, moments)),
    { tile: 'map', within: 'dl', text: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` },
    { tile: 'map', within: 'dl', text: 'Connected' },
    { tile: 'patient', within: 'li', text: condition },
    { tile: 'expressions', within: 'li', text: `Level high${status}` },
    { tile: 'inputs', within: 'tbody tr', text: `AI 1${(Pressure * 50).toFixed(2)}` },
    { tile: 'iframe', within: `a[href$="/${encodeURIComponent(site)}"]`, text: '' },
    list === 'alarmdefinitions'
      ? { tile: 'custom', within: 'tbody tr', text: 'Level high' }
      : { tile: 'custom', text: 'No data...' },
  ];
}
