import type { AssetId, alarmLists, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { actorOf } from '#journal/journal.ts';
import type { ActedAlarm, AlarmDeeds } from '../acting/alarm-deeds.ts';
import { refuseShelvingUntil } from '../shelving-time.ts';

export interface AlarmActsOptions {
  deeds: AlarmDeeds;
  /** @throws HttpError 404 when the asset is out of scope */
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  clock: Clock;
}

export interface ActInput {
  act: alarmLists.AlarmAct;
  note: string;
  until?: string | undefined;
  alarms: readonly ActedAlarm[];
}

/** What somebody does with many alarms at once. */
export class AlarmActs {
  readonly #options: AlarmActsOptions;

  constructor(options: AlarmActsOptions) {
    this.#options = options;
  }

  /**
   * Does it to every alarm to which it can be done, and says of each whether somebody else was first. All of it happens
   * between two changes of anything else, and is written down together; of several nodes each does so with its own alarms.
   * @throws HttpError 404 when one of the assets is out of scope, and then nothing is done; 400 without what the act needs
   */
  async act(caller: Caller, { act, note, until, alarms }: ActInput) {
    const { deeds, clock, requireAsset } = this.#options;
    const untilMs = act === 'shelve' ? shelvingTime(until, clock.now()) : 0;
    if (act === 'comment' && note.trim() === '') throw badRequest('A comment needs a text.', { field: 'note' });
    for (const assetId of new Set(alarms.map((alarm) => alarm.assetId))) await requireAsset(caller, assetId);
    const outcomes = await deeds.do({ kind: act, note, untilMs, by: actorOf(caller), alarms });
    return alarms.map(({ assetId, alarmDefinitionId }, n) => {
      const { outcome, by } = outcomes[n] ?? { outcome: 'gone' as const, by: '' };
      return { assetId, alarmDefinitionId, outcome, by };
    });
  }
}

function shelvingTime(until: string | undefined, nowMs: EpochMs): EpochMs {
  if (until === undefined) throw badRequest('Shelving needs a time until when.', { field: 'until' });
  const untilMs = Date.parse(until);
  refuseShelvingUntil(untilMs, nowMs);
  return untilMs;
}
