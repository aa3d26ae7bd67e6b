import { schedule } from '@telltale/contract';
import { TooManyPointsError } from '@telltale/historian';
import { tooLarge } from '#http/errors.ts';
import { refuseOtherSites } from '#http/protection/same-site.ts';
import { type Route, route } from '#http/route.ts';
import type { ScheduleService } from './schedule-service.ts';

export function scheduleRoutes(service: ScheduleService): Route[] {
  return [
    route(
      schedule.getSchedule,
      ({ caller, params, query, raw }) => {
        const refresh = query.refresh === 'true';
        // Working it out anew is work that no other site may set off (guarantees §0.1).
        if (refresh) refuseOtherSites(raw);
        const range = { startMs: utcOf(query.startTime), endMs: utcOf(query.endTime), refresh };
        return withinLimit(() => service.list(caller, params.assetId, range));
      },
      { scope: ({ caller, params }) => service.requireVisible(caller, params.assetId) },
    ),
  ];
}

/** A signal that somebody sends as the activity, say: it never rests. */
async function withinLimit<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TooManyPointsError)) throw error;
    const [found, most] = [error.points, error.limit].map((count) => count.toLocaleString('en-US'));
    throw tooLarge(
      `The activity changes more often than ${most} times in this range (${found}). Ask for a shorter one.`,
      {
        changes: error.points,
      },
    );
  }
}

/** A time without a zone is UTC (spec 1 §7). */
function utcOf(text: string): number {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
}
