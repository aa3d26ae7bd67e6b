/** Rows of a page (spec 1 §9). */
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 1_000;

/** From this many pages on the pager leaves some out (spec 2 §9). */
export const ELLIPSIS_FROM = 8;

/** How many pages there are; one even without rows. */
export function countPages(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize));
}

/** The page to show: within what there is, the last one when there are fewer now (spec 2 §2.13). */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, Math.round(page)), pages);
}

/** The numbers that a pager shows, from 1; `gap` stands for those left out. */
export function pageNumbers(current: number, pages: number): (number | 'gap')[] {
  if (pages < ELLIPSIS_FROM) return Array.from({ length: pages }, (_, index) => index + 1);
  const near = new Set([1, pages, current - 1, current, current + 1]);
  // At an end as many numbers as in the middle, so that the pager keeps its width.
  if (current <= 3) for (const page of [2, 3, 4]) near.add(page);
  if (current >= pages - 2) for (const page of [pages - 1, pages - 2, pages - 3]) near.add(page);
  const shown = [...near].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b);
  return shown.flatMap((page, index) => {
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? ['gap' as const, page] : [page];
  });
}
