import { type AssetId, alarms, type EpochMs, type ReplyOf } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import type { AlarmBook } from '../alarm-book.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import { toTransition } from '../alarm-replies.ts';
import type { AlarmRepository, AlarmState } from '../alarm-repository.ts';
import type { AlarmRun } from '../alarm-run.ts';

export interface AlarmCourseOptions {
  book: Pick<AlarmBook, 'listOpen'>;
  repository: Pick<AlarmRepository, 'listTransitions' | 'listEnds'>;
  engine: {
    runsOf(assetId: AssetId): Promise<readonly AlarmRun[]>;
    definition(alarmDefinitionId: AlarmState['alarmDefinitionId']): AlarmDefinitionRecord | undefined;
  };
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
}

export interface CourseSpan {
  fromMs: EpochMs;
  toMs: EpochMs;
}

const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();

/** The alarms of an asset through time, as a chart shows them. */
export class AlarmCourse {
  readonly #options: AlarmCourseOptions;

  constructor(options: AlarmCourseOptions) {
    this.#options = options;
  }

  async read(
    caller: Caller,
    assetId: AssetId,
    { fromMs, toMs }: CourseSpan,
  ): Promise<ReplyOf<typeof alarms.getAlarmCourse>> {
    const { requireAsset, repository } = this.#options;
    await requireAsset(caller, assetId);
    const limit = alarms.MOST_OF_COURSE;
    const [transitions] = await repository.listTransitions({ assetId, fromMs, toMs, limit, offset: 0 });
    const ended = await repository.listEnds(assetId, fromMs, toMs, limit);
    const spans = [
      ...this.#openSpans(assetId, toMs),
      ...ended.map((end) => ({ ...spanOf(end, end), ended: iso(end.timeMs) })),
    ];
    return {
      transitions: transitions.map(toTransition),
      spans: spans.slice(0, limit),
      thresholds: await this.#thresholds(assetId),
    };
  }

  #openSpans(assetId: AssetId, toMs: EpochMs): alarms.AlarmSpan[] {
    const { book, engine } = this.#options;
    return book.listOpen(assetId).flatMap((state) => {
      const definition = engine.definition(state.alarmDefinitionId);
      return definition === undefined || state.raisedMs > toMs ? [] : [{ ...spanOf(state, definition), ended: null }];
    });
  }

  async #thresholds(assetId: AssetId): Promise<alarms.AlarmThreshold[]> {
    return (await this.#options.engine.runsOf(assetId)).flatMap((run) => {
      const { alarmDefinitionId, name, severity } = run.definition;
      return run.limits().map((limit) => ({ alarmDefinitionId, name, severity, ...limit }));
    });
  }
}

function spanOf(
  { assetId, alarmDefinitionId, raisedMs }: AlarmState,
  { name, severity }: Pick<AlarmDefinitionRecord, 'name' | 'severity'>,
): Omit<alarms.AlarmSpan, 'ended'> {
  return { assetId, alarmDefinitionId, name, severity, raised: iso(raisedMs) };
}
