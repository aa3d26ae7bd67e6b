import { type EpochMs, isProjection, JOB, JOB_GENERATED, MOST_PROJECTION_PAIRS } from '@telltale/contract';
import { z } from 'zod';
import { badRequest } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import type { JobAttribute } from './job-repository.ts';

/** What a list of attributes says of a job. */
export interface JobInput {
  /** Undefined: it names no job. */
  readonly serialNumber: string | undefined;
  /** Undefined: it says nothing of it; null: there is none. */
  readonly startMs: EpochMs | null | undefined;
  readonly endMs: EpochMs | null | undefined;
}

const projectionSchema = z.array(z.tuple([z.number(), z.number()])).max(MOST_PROJECTION_PAIRS);
const timeSchema = z.iso.datetime({ offset: true });
/** An asset has no longer serial number. */
const MAX_SERIAL_LENGTH = 255;

/** @throws HttpError 400 for a time that is none, an end before the start, a projection that is none, a name that is too long */
export function readJob(attributes: readonly JobAttribute[]): JobInput {
  const saidOf = (name: string) =>
    attributes.findLast(({ attributeName }) => nameKey(attributeName) === nameKey(name))?.attributeValue.trim();
  const startMs = timeOf(JOB.start, saidOf(JOB.start));
  const endMs = timeOf(JOB.end, saidOf(JOB.end));
  if (typeof startMs === 'number' && typeof endMs === 'number' && endMs < startMs) {
    throw badRequest('The job ends before it starts.', { field: JOB.end });
  }
  for (const { attributeName, attributeValue } of attributes) {
    if (isProjection(attributeName) && attributeValue !== '') refuseNoProjection(attributeName, attributeValue);
  }
  const serialNumber = saidOf(JOB_GENERATED.serialNumber) ?? '';
  if (serialNumber.length > MAX_SERIAL_LENGTH) {
    throw badRequest(`The name of a job has at most ${MAX_SERIAL_LENGTH} characters.`, {
      field: JOB_GENERATED.serialNumber,
    });
  }
  return { serialNumber: serialNumber === '' ? undefined : serialNumber, startMs, endMs };
}

function timeOf(name: string, text: string | undefined): EpochMs | null | undefined {
  if (text === undefined) return undefined;
  if (text === '') return null;
  if (!timeSchema.safeParse(text).success) {
    throw badRequest(`The attribute ${name} must be a time like 2026-11-20T06:00:00Z.`, { field: name });
  }
  return Date.parse(text);
}

function refuseNoProjection(name: string, text: string): void {
  let pairs: unknown;
  try {
    pairs = JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  if (projectionSchema.safeParse(pairs).success) return;
  throw badRequest(
    `The attribute ${name} must be a JSON list of at most ${MOST_PROJECTION_PAIRS} pairs of depth and value.`,
    { field: name },
  );
}
