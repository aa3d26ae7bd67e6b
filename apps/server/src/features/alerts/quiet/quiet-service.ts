import type { quietHours } from '@telltale/contract';
import { faultOfQuietSpans, isTimeZone } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { HeldRepository } from './held-repository.ts';
import { QuietHoursRepository, type QuietSettings, USUALLY_BREAKS_THROUGH } from './quiet-hours-repository.ts';

/** Of who has set nothing. */
const NONE: QuietSettings = { spans: [], breaksThrough: USUALLY_BREAKS_THROUGH, zone: 'UTC' };

export interface QuietServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  quiet: QuietHoursRepository;
  held: HeldRepository;
  clock: Clock;
  /** What is held may be due by now. */
  onChanged: (unit: Work) => void;
}

/** The quiet hours of the caller. */
export class QuietService {
  readonly #options: QuietServiceOptions;

  constructor(options: QuietServiceOptions) {
    this.#options = options;
  }

  async get({ userId }: Caller): Promise<quietHours.QuietHoursOfUser> {
    const { quiet, held, clock } = this.#options;
    const { spans, breaksThrough, zone } = (await quiet.find(userId)) ?? NONE;
    return { spans: toReply(spans), breaksThrough, zone, held: await held.count(userId, clock.now()) };
  }

  /** @throws HttpError 400 for an unknown zone, a span without length, and spans that leave nothing of the week */
  async put(caller: Caller, settings: QuietSettings): Promise<quietHours.QuietHoursOfUser> {
    const { spans, zone } = settings;
    if (!isTimeZone(zone)) throw badRequest(`${zone} is no time zone.`, { field: 'zone' });
    const fault = faultOfQuietSpans(spans);
    if (fault) throw badRequest(fault, { field: 'spans' });
    const { work, clock, onChanged } = this.#options;
    const { userId } = caller;
    await work.run(caller, async (unit) => {
      const quiet = unit.of(QuietHoursRepository);
      const before = await quiet.find(userId);
      if (JSON.stringify(before) === JSON.stringify(settings)) return;
      await quiet.put(userId, settings, clock.now());
      await unit.of(HeldRepository).lookAnew(userId, clock.now());
      const what = `quiet hours of ${caller.username} set`;
      unit.note({ kind: 'access', what, ...(before ? { before } : {}), after: settings });
      onChanged(unit);
    });
    return this.get(caller);
  }
}

const toReply = (spans: QuietSettings['spans']) => spans.map((span) => ({ ...span, days: [...span.days] }));
