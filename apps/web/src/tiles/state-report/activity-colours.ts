/**
 * The fixed colours of activities (spec 1 §9), by key; those beyond the thirteen of today are for what may come. All are of
 * one brightness, at which they stand out by 3:1 from page and tile in every palette, and on paper.
 */
export const ACTIVITY_COLOURS: readonly string[] = [
  '#c92e41',
  '#007c4d',
  '#8050d0',
  '#926202',
  '#077689',
  '#bf327e',
  '#4b7803',
  '#4461db',
  '#b24e02',
  '#047970',
  '#a640af',
  '#776d03',
  '#0071ab',
  '#8f6054',
  '#38766e',
  '#86607d',
  '#627147',
  '#616a92',
  '#876544',
  '#387481',
  '#8f5e69',
  '#4a7559',
  '#76648c',
  '#776b3e',
  '#4a6f8e',
];

export function activityColour(activity: number): string {
  return ACTIVITY_COLOURS[activity % ACTIVITY_COLOURS.length] ?? '#616a92';
}
