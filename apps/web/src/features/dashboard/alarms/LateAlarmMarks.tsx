import { type ComponentProps, useEffect, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { TabAlarms } from './AlarmMarks.tsx';

const marks = () => import('./AlarmMarks.tsx');
const HeadPart = lazyPart(async () => (await marks()).HeadAlarms);
const TabPart = lazyPart(async () => (await marks()).TabAlarms);

/** By then the dashboard stands: what it shows comes before what is said of it. */
const AFTER_MS = 1_500;

/** Alarms in the head of the dashboard, once it stands. */
export function HeadAlarms() {
  return useIsLate() ? <HeadPart /> : null;
}

/** Alarms on a tab, once the dashboard stands. */
export function TabMarks(props: ComponentProps<typeof TabAlarms>) {
  return useIsLate() ? <TabPart {...props} /> : null;
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
