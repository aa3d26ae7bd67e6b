import { alarmLists } from '@telltale/contract';
import type { AddressChanges } from '#pages/use-address-params.ts';

/** What the list is narrowed to, as the address has it; what is not narrowed is left out. */
export interface ListFilter {
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly severityMin?: number | undefined;
  readonly severityMax?: number | undefined;
  readonly assetId?: number | undefined;
  readonly assetDefinitionId?: number | undefined;
  readonly assetGroupId?: number | undefined;
  readonly alarmDefinitionId?: number | undefined;
  readonly status?: string | undefined;
  readonly active?: 'true' | 'false' | undefined;
  readonly acknowledgedBy?: string | undefined;
}

export interface ListAddress {
  readonly view: alarmLists.AlarmView;
  readonly filter: ListFilter;
  readonly sort: alarmLists.AlarmSort;
  readonly direction: 'asc' | 'desc';
  /** Columns that are not shown. */
  readonly hidden: readonly string[];
  /** Whether a flood is one line; undefined: as the user last chose. */
  readonly floods: 'on' | 'off' | undefined;
  /** Floods whose alarms are shown. */
  readonly opened: readonly number[];
}

/** Under which name each part of the filter stands in the address. */
const names: Readonly<Record<keyof ListFilter, string>> = {
  text: 'text',
  from: 'from',
  to: 'to',
  severityMin: 'severity',
  severityMax: 'severityTo',
  assetId: 'asset',
  assetDefinitionId: 'definition',
  assetGroupId: 'group',
  alarmDefinitionId: 'alarm',
  status: 'state',
  active: 'active',
  acknowledgedBy: 'by',
};

const oneOf = <Choice extends string>(choices: readonly Choice[], text: string | null): Choice | undefined =>
  choices.find((choice) => choice === text);

/** Reads the address; what cannot be read there is as if it were not. */
export function readAddress(params: URLSearchParams): ListAddress {
  const text = (key: keyof ListFilter) => params.get(names[key])?.trim().slice(0, 200) || undefined;
  const number = (key: keyof ListFilter) => {
    const value = Number(text(key) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const id = (key: keyof ListFilter) => {
    const value = number(key);
    return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const time = (key: keyof ListFilter) => {
    const timeMs = Date.parse(text(key) ?? '');
    return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
  };
  const status = text('status');
  return {
    view: oneOf(alarmLists.alarmViews, params.get('view')) ?? 'open',
    filter: {
      text: text('text'),
      from: time('from'),
      to: time('to'),
      severityMin: number('severityMin'),
      severityMax: number('severityMax'),
      assetId: id('assetId'),
      assetDefinitionId: id('assetDefinitionId'),
      assetGroupId: id('assetGroupId'),
      alarmDefinitionId: id('alarmDefinitionId'),
      status: status !== undefined && /^[123](,[123]){0,2}$/.test(status) ? status : undefined,
      active: oneOf(['true', 'false'] as const, text('active') ?? null),
      acknowledgedBy: text('acknowledgedBy'),
    },
    sort: oneOf(alarmLists.alarmSorts, params.get('sort')) ?? 'priority',
    direction: params.get('dir') === 'desc' ? 'desc' : 'asc',
    hidden: params.get('hide')?.split(',').filter(Boolean) ?? [],
    floods: oneOf(['on', 'off'] as const, params.get('floods')),
    opened: readFloods(params.get('opened')),
  };
}

function readFloods(text: string | null): readonly number[] {
  const ids = (text ?? '').split(',').filter((one) => /^\d{1,15}$/.test(one));
  return ids.slice(0, alarmLists.MAX_OPENED_FLOODS).map(Number);
}

/** The parameters of the address for an address read; without a value what is as it is without it. */
export function writeAddress({ view, filter, sort, direction, hidden, floods, opened }: ListAddress): AddressChanges {
  const narrowed = Object.entries(names).map(([key, name]) => [name, filter[key as keyof ListFilter]?.toString()]);
  return {
    ...Object.fromEntries(narrowed),
    view: view === 'open' ? undefined : view,
    sort: sort === 'priority' ? undefined : sort,
    dir: direction === 'asc' ? undefined : direction,
    hide: hidden.join(',') || undefined,
    floods,
    opened: opened.join(',') || undefined,
  };
}

/** How many parts of the filter narrow the list, but for the text, which is always to be seen. */
export function countNarrowed({ text: _text, ...filter }: ListFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}
