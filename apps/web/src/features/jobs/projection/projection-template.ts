/** The columns of the template (spec 2 §9). */
export const TEMPLATE_COLUMNS = [
  'Depth (ft)',
  'Hookload - Slack Off (lbs)',
  'Hookload - Pick Up (lbs)',
  'Surface Torque (ft-lbs)',
] as const;

const STEP_FT = 90;
const LAST_STEP_FT = 19_800;
const END_FT = 19_880;

/** The template to fill in: a row every 90 ft from 90 to 19800, plus one at 19880 (spec 2 §9). */
export function projectionTemplate(): string {
  const depths = Array.from({ length: LAST_STEP_FT / STEP_FT }, (_, index) => (index + 1) * STEP_FT);
  const rows = [...depths, END_FT].map((depth) => `${depth},,,`);
  return `${[TEMPLATE_COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
