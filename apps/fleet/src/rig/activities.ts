/** Activity keys (spec 1 §9): the value of data item 148. */
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

export const ACTIVITY_NAMES = [
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
