import type { AssetId, alarms, EpochMs } from '@telltale/contract';
import { toAlarm } from './alarm-replies.ts';
import type { AlarmRepository } from './alarm-repository.ts';

/** The alarms of an asset in the past, told from what had happened to them by then. */
export class AlarmHistory {
  readonly #alarms: AlarmRepository;

  constructor(alarms: AlarmRepository) {
    this.#alarms = alarms;
  }

  /** Those that were open at the time, the severest first. */
  async listAt(assetId: AssetId, timeMs: EpochMs): Promise<alarms.Alarm[]> {
    const open = await this.#alarms.listOpenAt(assetId, timeMs);
    return open.flatMap((transition) => toAlarm(transition, transition) ?? []).sort((a, b) => b.severity - a.severity);
  }
}
