/** The parts of a pump's valve pods, in the order of the maintenance grid (spec 1 §2). */
export const PART_CATEGORIES = [
  'Cap Top',
  'D Ring Top',
  'Crush Cap Top',
  'Spring Top',
  'Valve Top',
  'Seat Top',
  'Soft Packing',
  'Hard Packing',
  'Stuffing Box',
  'Plunger',
  'Spring Keeper',
  'Spring Bottom',
  'Valve Bottom',
  'Seat Bottom',
  'Crush Cap Bottom',
  'D Ring Bottom',
  'Cap Bottom',
] as const;
export type PartCategory = (typeof PART_CATEGORIES)[number];

export const PODS = [1, 2, 3, 4, 5] as const;

export interface PlaceOfPart {
  readonly pod: number;
  readonly category: PartCategory;
}

const POD_AT = 4;
const CATEGORY_AT = 8;
const byKey = new Map(PART_CATEGORIES.map((category) => [category.toLowerCase(), category]));

/**
 * Where a maintenance stands in the grid, by its definition's name: the fifth character is the pod, the text from the
 * ninth on the category (spec 1 §3). Undefined: it is no part of a pod.
 */
export function placeOfPart(name: string): PlaceOfPart | undefined {
  const pod = PODS.find((one) => String(one) === name[POD_AT]);
  const category = byKey.get(name.slice(CATEGORY_AT).trim().replaceAll(/\s+/g, ' ').toLowerCase());
  return pod === undefined || category === undefined ? undefined : { pod, category };
}
