import { alarmHealth } from '@telltale/contract';

const DAY_MS = 86_400_000;

/** Spans that can be chosen, by their name in the address. */
export const spans = [
  { name: '1d', label: 'Last 24 hours', days: 1 },
  { name: '7d', label: 'Last 7 days', days: 7 },
  { name: '30d', label: 'Last 30 days', days: 30 },
  { name: '90d', label: 'Last 90 days', days: 90 },
  { name: '365d', label: 'Last year', days: 365 },
] as const;
export type SpanName = (typeof spans)[number]['name'];

export const shownKinds = ['all', ...alarmHealth.badActorKinds] as const;
export type ShownKind = (typeof shownKinds)[number];

export interface HealthAddress {
  readonly span: SpanName;
  readonly operators: number;
  readonly assetDefinitionId: number | undefined;
  readonly kind: ShownKind;
  /** The alarm that is opened beside the list. */
  readonly alarmDefinitionId: number | undefined;
}

/** Reads the address; what cannot be read there is as if it were not. */
export function readHealthAddress(params: URLSearchParams): HealthAddress {
  const number = (name: string) => {
    const value = Number(params.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  return {
    span: spans.find(({ name }) => name === params.get('span'))?.name ?? '7d',
    operators: Math.min(number('operators') ?? 1, alarmHealth.MAX_OPERATORS),
    assetDefinitionId: number('definition'),
    kind: shownKinds.find((kind) => kind === params.get('kind')) ?? 'all',
    alarmDefinitionId: number('alarm'),
  };
}

export function writeHealthAddress(address: HealthAddress) {
  const { span, operators, assetDefinitionId, kind, alarmDefinitionId } = address;
  return {
    span: span === '7d' ? undefined : span,
    operators: operators === 1 ? undefined : String(operators),
    definition: assetDefinitionId?.toString(),
    kind: kind === 'all' ? undefined : kind,
    alarm: alarmDefinitionId?.toString(),
  };
}

/** The span until a moment; whole minutes, so that the same question is the same. */
export function timesOf(span: SpanName, nowMs: number) {
  const toMs = Math.ceil(nowMs / 60_000) * 60_000;
  const days = spans.find(({ name }) => name === span)?.days ?? 7;
  return { from: new Date(toMs - days * DAY_MS).toISOString(), to: new Date(toMs).toISOString() };
}
