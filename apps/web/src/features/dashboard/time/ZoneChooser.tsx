import { Select } from '@mantine/core';
import { zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useMomentMs } from '#tile-kit/dashboard-time.ts';
import { KeepZone } from './KeepZone.tsx';
import { ZONE_CHOICE_KEY, type ZoneOffer, zoneInUse } from './zones.ts';

/** In which zone times are written: the dashboard's, the user's, the browser's, or any other by name. */
export function ZoneChooser({ zones }: { zones: ZoneOffer }) {
  const [search, setSearch] = useSearchParams();
  const choice = search.get(ZONE_CHOICE_KEY);
  const momentMs = useMomentMs();
  const data = useMemo(() => {
    const offers = [
      { value: 'dashboard', label: 'Dashboard', zone: zones.dashboard },
      { value: 'user', label: 'Mine', zone: zones.user },
      { value: 'browser', label: 'This browser', zone: zones.browser },
    ].flatMap(({ value, label, zone }) => (zone === undefined ? [] : [{ value, label: `${label}: ${zone}` }]));
    return [
      { group: 'Whose zone', items: offers },
      { group: 'Other zones', items: [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])] },
    ];
  }, [zones]);
  const inUse = zoneInUse(zones, choice);
  const standard = zones.dashboard !== undefined ? 'dashboard' : zones.user !== undefined ? 'user' : 'browser';

  const choose = (value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === standard) next.delete(ZONE_CHOICE_KEY);
        else next.set(ZONE_CHOICE_KEY, value);
        return next;
      },
      { replace: true },
    );

  return (
    <>
      <Select
        label={`Time zone (${zoneName(momentMs, inUse)})`}
        data={data}
        value={isOffered(zones, choice) ? choice : standard}
        searchable
        allowDeselect={false}
        limit={60}
        maxDropdownHeight={240}
        comboboxProps={{ withinPortal: false }}
        onChange={choose}
      />
      <KeepZone zones={zones} isChosen={choice !== null} onKept={() => choose(null)} />
    </>
  );
}

function isOffered(zones: ZoneOffer, choice: string | null): boolean {
  return choice !== null && (Object.hasOwn(zones, choice) || zoneInUse(zones, choice) === choice);
}
