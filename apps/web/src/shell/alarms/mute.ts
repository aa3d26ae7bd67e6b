import { create } from 'zustand';
import { messageOf } from '#api/api-error.ts';
import { saveOwnAttribute, useOwnAttribute } from '#session/own-attributes.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useNow } from '#ui/feedback/use-now.ts';

/** The attribute of the user that says until when new alarms make no sound. */
const MUTED_UNTIL = 'alarmsMutedUntil';
/** Nothing silences alarms for longer, whatever stands in the attribute. */
const LONGEST_MS = 12 * 3_600_000;

/** Of users who may keep nothing in the portal: for as long as the window is open. */
const useWindowMute = create<{ untilMs: number }>()(() => ({ untilMs: 0 }));

/** Until when new alarms make no sound; undefined: they do. */
export function mutedUntil(stored: string | undefined, windowMs: number, nowMs: number): number | undefined {
  const storedMs = Date.parse(stored ?? '');
  const untilMs = Math.max(Number.isNaN(storedMs) || storedMs > nowMs + LONGEST_MS ? 0 : storedMs, windowMs);
  return untilMs > nowMs ? untilMs : undefined;
}

export function useMutedUntil(): number | undefined {
  const stored = useOwnAttribute(MUTED_UNTIL);
  const { untilMs } = useWindowMute();
  return mutedUntil(stored, untilMs, useNow());
}

/** Silences the sound for so long, on every machine of the user; 0: it is heard again. */
export async function muteFor(ms: number): Promise<void> {
  const untilMs = ms === 0 ? 0 : Date.now() + ms;
  useWindowMute.setState({ untilMs });
  try {
    await saveOwnAttribute(MUTED_UNTIL, untilMs === 0 ? '' : new Date(untilMs).toISOString());
  } catch (error) {
    toast(`This counts in this window only. ${messageOf(error)}`, 'error');
  }
}
