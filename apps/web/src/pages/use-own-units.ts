import { isUnitAttribute, UNIT_AS_SENT } from '@telltale/contract';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { useEffect, useMemo, useState } from 'react';
import type { ShownUnits } from '#readings/shown-units.ts';
import { useSessionStore } from '#session/session-store.ts';

type Converting = typeof import('#readings/convert-shown.ts');

/** The units that the user reads: undefined as everything is sent, `loading` until what converts is there. */
export type OwnUnits = ShownUnits | 'loading' | undefined;

/** The table of units, for the few who have chosen some. */
let loaded: Converting | undefined;
let loading: Promise<Converting> | undefined;

function load(): Promise<Converting> {
  loading ??= import('#readings/convert-shown.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The units that the user reads; the same object until the choice changes. */
export function useOwnUnits(): OwnUnits {
  const key = useSessionStore(({ user }) => choiceKey(user?.attributes ?? []));
  const [table, setTable] = useState<Converting | 'unavailable' | undefined>(loaded);
  const isWanted = key !== '';
  useEffect(() => {
    if (!isWanted || table !== undefined) return;
    let isCurrent = true;
    load().then(
      (part) => {
        loaded = part;
        if (isCurrent) setTable(part);
      },
      (error: unknown) => {
        console.warn('The units could not be loaded; values are shown as they are sent.', error);
        if (isCurrent) setTable('unavailable');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, table]);
  return useMemo((): OwnUnits => {
    if (key === '' || table === 'unavailable') return undefined;
    if (table === undefined) return 'loading';
    return table.shownUnits(JSON.parse(key));
  }, [key, table]);
}

/** How values in a unit are shown to the user; undefined: as they are stored, or the units are still to come. */
export function useConversionOf(unit: string): Conversion | undefined {
  const units = useOwnUnits();
  return units === undefined || units === 'loading' ? undefined : units.conversionOf(unit);
}

/** What the attributes say of units, as text; empty: everything is shown as it is sent. */
function choiceKey(attributes: readonly { attributeName: string; attributeValue: string }[]): string {
  const chosen = attributes.filter(
    ({ attributeName, attributeValue }) => isUnitAttribute(attributeName) && attributeValue !== '',
  );
  if (chosen.every(({ attributeValue }) => attributeValue === UNIT_AS_SENT)) return '';
  return JSON.stringify(chosen.map(({ attributeName, attributeValue }) => ({ attributeName, attributeValue })));
}
