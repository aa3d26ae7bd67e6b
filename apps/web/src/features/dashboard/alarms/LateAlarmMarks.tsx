import type { ComponentProps } from 'react';
import { useQuiet } from '#api/portal/use-quiet.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { TabAlarms } from './AlarmMarks.tsx';

const marks = () => import('./AlarmMarks.tsx');
const HeadPart = lazyPart(async () => (await marks()).HeadAlarms);
const TabPart = lazyPart(async () => (await marks()).TabAlarms);

const QUIET_MS = 1_500;
const LATEST_MS = 10_000;

/** Alarms in the head of the dashboard, once it stands: what it shows comes before what is said of it. */
export function HeadAlarms() {
  return useQuiet(QUIET_MS, LATEST_MS) ? <HeadPart /> : null;
}

/** Alarms on a tab, once the dashboard stands. */
export function TabMarks(props: ComponentProps<typeof TabAlarms>) {
  return useQuiet(QUIET_MS, LATEST_MS) ? <TabPart {...props} /> : null;
}
