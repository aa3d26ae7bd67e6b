/** What a well-service rig does; the index is the key of data item 148 (spec 1 §9). */
export const ACTIVITIES = [
  'Tripping In',
  'Circulating',
  'Drill',
  'Washdown',
  'Other',
  'Tripping Out',
  'Tripping in production',
  'BOP Press Test',
  'Ram Change',
  'Maintenance',
  'Rig Up',
  'Rig Over',
  'Rig Down',
] as const;

export const ACTIVITY = {
  trippingIn: 0,
  circulating: 1,
  drill: 2,
  washdown: 3,
  other: 4,
  trippingOut: 5,
  trippingInProduction: 6,
  bopPressTest: 7,
  ramChange: 8,
  maintenance: 9,
  rigUp: 10,
  rigOver: 11,
  rigDown: 12,
} as const;

export type Activity = (typeof ACTIVITY)[keyof typeof ACTIVITY];

export function activityName(activity: number): string {
  return ACTIVITIES[activity] ?? `Activity ${activity}`;
}

/** The activity that a recorded value means, a number or its digits; undefined: it is no key. */
export function activityOf(value: number | string): number | undefined {
  const key = typeof value === 'number' ? value : /^\s*\d{1,2}\s*$/.test(value) ? Number(value) : Number.NaN;
  return Number.isInteger(key) && key >= 0 && key < ACTIVITIES.length ? key : undefined;
}
