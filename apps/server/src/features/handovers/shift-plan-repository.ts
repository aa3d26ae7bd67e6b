import type { AdminId, EpochMs } from '@telltale/contract';
import { handovers } from '@telltale/contract';
import type { ShiftPlan } from '@telltale/domain';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

const storedSchema = z.array(handovers.shiftTimeSchema).min(1);

/** When the shifts of each admin unit begin. */
export class ShiftPlanRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async find(adminId: AdminId): Promise<ShiftPlan | undefined> {
    const row = await this.#db
      .selectFrom('shift_plans')
      .select(['zone', 'shifts'])
      .where('admin_id', '=', adminId)
      .executeTakeFirst();
    return row && { zone: row.zone, shifts: storedSchema.parse(JSON.parse(row.shifts)) };
  }

  async put(adminId: AdminId, { zone, shifts }: ShiftPlan, changedMs: EpochMs): Promise<void> {
    const named = shifts.map(({ name, startMinute }) => ({ name: storableText(name), startMinute }));
    const row = { zone: storableText(zone), shifts: JSON.stringify(named), changed_ms: changedMs };
    await this.#db
      .insertInto('shift_plans')
      .values({ admin_id: adminId, ...row })
      .onConflict((conflict) => conflict.column('admin_id').doUpdateSet(row))
      .execute();
  }
}
