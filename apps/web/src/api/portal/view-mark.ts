/** Which view this tab is in, and where it began; of the tab alone, so that others keep their own session. */
const KEY = 'view';

interface Mark {
  viewId: string;
  /** The address to return to. */
  from: string;
}

/** Read with the first question: a page does not change the view that it is of, and plain code has no page. */
let mark: Mark | null | undefined;

function readMark(): Mark | null {
  if (mark === undefined) mark = JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? 'null') as Mark | null;
  return mark;
}

/** The view that this page is of: every address of the portal's calls carries it. */
export function viewMark(): string | undefined {
  return readMark()?.viewId;
}

/** From the next page on, so that nothing of oneself that is in memory is shown in the view. */
export function enterView(viewId: string): void {
  const { pathname, search } = window.location;
  sessionStorage.setItem(KEY, JSON.stringify({ viewId, from: `${pathname}${search}` } satisfies Mark));
  window.location.assign('/assets');
}

/** From the next page on, which is where the view began; never resolves, since this page is over. */
export function leaveView(): Promise<never> {
  const from = readMark()?.from ?? '/assets';
  sessionStorage.removeItem(KEY);
  window.location.assign(from);
  return new Promise<never>(() => undefined);
}

/** The session is over, and its views with it. */
export function forgetView(): void {
  sessionStorage.removeItem(KEY);
  mark = null;
}
