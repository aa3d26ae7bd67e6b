import type { AssetId, EpochMs } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** When anything of an asset's records changed: what playback looks at again, and nothing in between. */
export class AssetChangeTimes {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Distinct times after `fromMs`, up to and including `toMs`; connections are listed by ConnectionTransitions, and
   * patient information has a call of its own.
   */
  async list(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs): Promise<EpochMs[]> {
    const journalled = await this.#db
      .selectFrom('journal')
      .select('time_ms')
      .distinct()
      .where('asset_id', '=', assetId)
      .where('time_ms', '>', fromMs)
      .where('time_ms', '<=', toMs)
      .where('kind', 'not in', ['connection', 'patient'])
      .execute();
    // What happens to an alarm, too, has a time of its own: that of the value that made it.
    const alarms = await this.#db
      .selectFrom('alarm_transitions')
      .select('time_ms')
      .distinct()
      .where('asset_id', '=', assetId)
      .where('time_ms', '>', fromMs)
      .where('time_ms', '<=', toMs)
      .execute();
    // A position has a time of its own.
    const moved = await this.#db
      .selectFrom('asset_coordinates')
      .select('set_ms')
      .distinct()
      .where('asset_id', '=', assetId)
      .where('set_ms', '>', fromMs)
      .where('set_ms', '<=', toMs)
      .execute();
    const timed = [...journalled, ...alarms].map(({ time_ms }) => time_ms);
    return [...new Set([...timed, ...moved.map(({ set_ms }) => set_ms)])];
  }
}
