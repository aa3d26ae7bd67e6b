import { useThrottledValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { EpochMs, patientInfo } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { patientInfoQuery } from '#api/patients/patient-queries.ts';

/** While the past is played or dragged through, it is asked for no more often than this. */
const ASK_EVERY_MS = 400;
/** So far the browser's clock may be from the portal's. */
const CLOCKS_DIFFER_MS = 60_000;

interface Asked {
  readonly atMs: EpochMs;
  readonly reply: patientInfo.PatientInfo;
  /** When it was answered. */
  readonly answeredMs: EpochMs;
}

/** The patient information of an asset at a past moment; asked for again only where another version may count. */
export function usePatientAt(assetId: number, pastMs: EpochMs) {
  const wantedMs = useThrottledValue(pastMs, ASK_EVERY_MS);
  const [last, setLast] = useState<Asked>();
  const askedMs = last !== undefined && isCovered(last, wantedMs) ? last.atMs : wantedMs;
  const query = useQuery(patientInfoQuery(assetId, askedMs));
  const { data, dataUpdatedAt: answeredMs } = query;
  useEffect(() => {
    if (data !== undefined) setLast({ atMs: askedMs, reply: data, answeredMs });
  }, [askedMs, data, answeredMs]);
  // Nothing rather than something of another time.
  const isOfMoment = data !== undefined && isCovered({ atMs: askedMs, reply: data, answeredMs }, pastMs);
  return { ...query, data: isOfMoment ? data : undefined };
}

function isCovered({ atMs, reply, answeredMs }: Asked, timeMs: EpochMs): boolean {
  const { since, until } = reply;
  const fromMs = Math.min(atMs, since === null ? -Infinity : Date.parse(since));
  // What counted when it was answered may have been changed since: for what is later it is asked again.
  const toMs = until === null ? Math.max(atMs + 1, answeredMs - CLOCKS_DIFFER_MS) : Date.parse(until);
  return timeMs >= fromMs && timeMs < toMs;
}
