import { Select } from '@mantine/core';
import { formatDateTime, isTimeZone, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { useOwnZone, ZONE_ATTRIBUTE } from '#pages/use-own-zone.ts';
import { saveOwnAttribute, useOwnAttribute } from '#session/own-attributes.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import classes from '../user-settings.module.css';

const AS_BROWSER = 'browser';
const MOST_OFFERED = 60;

/** The zone in which times are written for the user, on every screen that has none of its own (spec 3 §10). */
export function ZoneForm() {
  const stored = useOwnAttribute(ZONE_ATTRIBUTE) ?? '';
  const zone = useOwnZone();
  const nowMs = useNow();
  const isKnown = stored !== '' && isTimeZone(stored);
  const data = useMemo(() => {
    const browser = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const all = [...new Set(['UTC', ...(isKnown ? [stored] : []), ...Intl.supportedValuesOf('timeZone')])];
    return [{ value: AS_BROWSER, label: `As this browser (${browser})` }, ...all];
  }, [isKnown, stored]);
  const choose = async (value: string | null) => {
    if (value === null) return;
    const refusal = await refusalOf(saveOwnAttribute(ZONE_ATTRIBUTE, value === AS_BROWSER ? '' : value));
    if (refusal !== undefined) toast(`The zone was not saved. ${refusal}`, 'error');
  };
  return (
    <Select
      className={classes.narrow ?? ''}
      label="Time zone"
      description={`For the times of every page; a dashboard may have a zone of its own. Now it is ${formatDateTime(nowMs, zone)} ${zoneName(nowMs, zone)}.`}
      inputWrapperOrder={['label', 'input', 'description']}
      data={data}
      searchable
      allowDeselect={false}
      limit={MOST_OFFERED}
      value={isKnown ? stored : AS_BROWSER}
      onChange={(value) => void choose(value)}
    />
  );
}
