export type JobStart =
  | { readonly state: 'none' }
  | { readonly state: 'unreadable'; readonly text: string }
  | { readonly state: 'set'; readonly timeMs: number };

/** When the job began, as the attribute jobStartTime says: ISO 8601, in UTC where it names no zone, or milliseconds. */
export function readJobStart(text: string | undefined): JobStart {
  const plain = text?.trim() ?? '';
  if (plain === '') return { state: 'none' };
  const timeMs = /^\d{12,14}$/.test(plain) ? Number(plain) : parseIso(plain);
  return Number.isFinite(timeMs) ? { state: 'set', timeMs } : { state: 'unreadable', text: plain };
}

function parseIso(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.NaN;
  const hasTime = /\d{2}:\d{2}/.test(text);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  return Date.parse(hasTime && !hasZone ? `${text.replace(' ', 'T')}Z` : text);
}
