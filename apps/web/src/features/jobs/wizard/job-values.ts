import {
  type assets,
  isProjection,
  JOB,
  JOB_ASSET_DEFINITION,
  JOB_GENERATED,
  PROJECTION_PREFIX,
} from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain';
import { type ProjectionSeries, readProjection } from '@telltale/domain/field/projection.ts';
import type { FormField, FormValue, FormValues } from '#ui/dynamic-form/form-field.ts';
import { listRegions, listStates } from '../regions/regions.ts';

export type AttributeText = Pick<assets.Attribute, 'attributeName' | 'attributeValue'>;

const NUMBERS: ReadonlySet<string> = new Set([
  JOB.apiNumber,
  JOB.rigUp,
  JOB.rigOver,
  JOB.circulation,
  JOB.rigDown,
  JOB.bopCount,
  JOB.killDepth,
  JOB.productionDepth,
  JOB.totalDepth,
]);
const TIMES: ReadonlySet<string> = new Set([JOB.start, JOB.end]);

const keyOf = (name: string) => name.trim().toLowerCase();

/** `Oil Company - Pad - Well` (spec 2 §3); undefined while one of them is missing. */
export function jobNameOf(values: FormValues): string | undefined {
  const parts = [JOB.oilCompany, JOB.pad, JOB.well].map((name) => String(values[name] ?? '').trim());
  return parts.includes('') ? undefined : parts.join(' - ');
}

/** What is sent of a job, to its own asset and to its rig. A field that is empty clears what the rig had of it. */
export function attributesOf(values: FormValues, projection: readonly ProjectionSeries[]): AttributeText[] {
  const filled = Object.values(JOB).map((name) => ({
    attributeName: name,
    attributeValue: textOf(values[name] ?? null),
  }));
  const generated = {
    [JOB_GENERATED.serialNumber]: jobNameOf(values) ?? '',
    [JOB_GENERATED.assetDefinition]: JOB_ASSET_DEFINITION,
    [JOB_GENERATED.reportStart]: textOf(values[JOB.start] ?? null),
  };
  return [
    ...filled,
    ...Object.entries(generated).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue })),
    ...projection.map(({ label, pairs }) => ({
      attributeName: `${PROJECTION_PREFIX}${label}`,
      attributeValue: JSON.stringify(pairs),
    })),
  ];
}

function textOf(value: FormValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value.trim() : String(value);
}

/** The values of a job among the attributes of a rig; what cannot be read is empty. */
export function valuesOfRig(attributes: readonly AttributeText[]): FormValues {
  const texts = new Map(attributes.map(({ attributeName, attributeValue }) => [keyOf(attributeName), attributeValue]));
  return Object.fromEntries(
    Object.values(JOB).map((name): [string, FormValue] => [
      name,
      readValue(name, texts.get(keyOf(name))?.trim() ?? ''),
    ]),
  );
}

function readValue(name: string, text: string): FormValue {
  if (text === '') return null;
  if (name === JOB.highPressure) return /^(true|yes|1)$/i.test(text);
  if (NUMBERS.has(name)) {
    const number = Number(text.replace(/(\d),(?=\d{3}\b)/g, '$1'));
    return Number.isFinite(number) ? number : null;
  }
  if (TIMES.has(name)) {
    const timeMs = Date.parse(text);
    return Number.isFinite(timeMs) ? new Date(timeMs).toISOString() : null;
  }
  return text;
}

/** What is another with each well: a job that had it of the one before would be that one again. */
const OF_ONE_WELL: ReadonlySet<string> = new Set([JOB.well, JOB.apiNumber, JOB.start, JOB.end]);

/** What of the previous job the next one may have, too. */
export function carriedOver(previous: FormValues): FormValues {
  return Object.fromEntries(Object.entries(previous).filter(([name]) => !OF_ONE_WELL.has(name)));
}

/** The values with one of them changed; another state has other counties. */
export function changedValues(values: FormValues, name: string, value: FormValue): FormValues {
  const county = name === JOB.state && values[JOB.state] !== value ? { [JOB.county]: null } : {};
  return { ...values, ...county, [name]: value };
}

/** What keeps a job from being saved, by field. */
export function problemsOf(fields: readonly FormField[], values: FormValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    if (field.type === 'separator' || field.required !== true) continue;
    if (textOf(values[field.name] ?? null) === '') problems[field.name] = `${field.label} is needed.`;
  }
  const [start, end] = [JOB.start, JOB.end].map((name) => Date.parse(String(values[name] ?? '')));
  if (fields.some((field) => field.type !== 'separator' && field.name === JOB.end) && Number(end) < Number(start)) {
    problems[JOB.end] = 'The job ends before it starts.';
  }
  return problems;
}

export interface ComparedRow {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

/** The previous job against the new one, field by field (spec 2 §2.8). */
export function comparedRows(
  attributes: readonly AttributeText[],
  values: FormValues,
  projection: readonly ProjectionSeries[],
  zone: string,
): ComparedRow[] {
  const texts = new Map(attributes.map(({ attributeName, attributeValue }) => [keyOf(attributeName), attributeValue]));
  const before = valuesOfRig(attributes);
  const shown = Object.values(JOB).map((name) => rowOf(name, wordsOf(name, before, zone), wordsOf(name, values, zone)));
  const named = rowOf(
    JOB_GENERATED.serialNumber,
    texts.get(keyOf(JOB_GENERATED.serialNumber)) ?? '',
    jobNameOf(values) ?? '',
  );
  const definition = rowOf(
    JOB_GENERATED.assetDefinition,
    texts.get(keyOf(JOB_GENERATED.assetDefinition)) ?? '',
    JOB_ASSET_DEFINITION,
  );
  const old = readProjection(attributes.filter(({ attributeName }) => isProjection(attributeName)));
  const labels = new Map([...old, ...projection].map(({ label }) => [keyOf(label), label]));
  const columns = [...labels].map(([key, label]) => {
    const [was, is] = [old, projection].map((some) => some.find((one) => keyOf(one.label) === key));
    const isSame = JSON.stringify(was?.pairs) === JSON.stringify(is?.pairs);
    return { ...rowOf(`${PROJECTION_PREFIX}${label}`, seriesWords(was), seriesWords(is)), isChanged: !isSame };
  });
  return [...shown, named, definition, ...columns];
}

const rowOf = (name: string, before: string, after: string): ComparedRow => ({
  name,
  before,
  after,
  isChanged: before.trim() !== after.trim(),
});

/** The value of a field as people read it; '' for none. */
export function shownValue(name: string, values: FormValues, zone: string): string {
  return (values[name] ?? null) === null ? '' : wordsOf(name, values, zone);
}

function wordsOf(name: string, values: FormValues, zone: string): string {
  const value = values[name] ?? null;
  if (name === JOB.highPressure) return value === true ? 'Yes' : 'No';
  if (value === null) return '';
  if (TIMES.has(name)) {
    const timeMs = Date.parse(String(value));
    return `${formatDateTime(timeMs, zone).slice(0, -3)} ${zoneName(timeMs, zone)}`;
  }
  if (name === JOB.apiNumber) return String(value);
  if (typeof value === 'number') return value.toLocaleString('en-US');
  const key = String(value);
  if (name === JOB.state) return listStates().find((state) => state.key === key)?.text ?? key;
  if (name === JOB.county)
    return listRegions(String(values[JOB.state])).find((region) => region.key === key)?.text ?? key;
  return key;
}

export function seriesWords(series: ProjectionSeries | undefined): string {
  const [first, last] = [series?.pairs[0], series?.pairs.at(-1)];
  if (!series || !first || !last) return '';
  const feet = (depth: number) => depth.toLocaleString('en-US');
  return `${series.pairs.length.toLocaleString('en-US')} values, ${feet(first[0])} to ${feet(last[0])} ft`;
}
