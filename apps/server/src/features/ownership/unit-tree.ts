import { ADMIN_MODIFY, type AdminId, type ownership } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';

/** Admin units as a tree: rights flow from a unit to the units below it, never up or across. */
export class UnitTree {
  readonly #units: ReadonlyMap<AdminId, ownership.AdminUnit>;
  readonly #children: ReadonlyMap<AdminId | null, ownership.AdminUnit[]>;

  constructor(units: readonly ownership.AdminUnit[]) {
    this.#units = new Map(units.map((unit) => [unit.adminId, unit]));
    this.#children = Map.groupBy(units, (unit) => unit.parentAdminId);
  }

  find(adminId: AdminId): ownership.AdminUnit | undefined {
    return this.#units.get(adminId);
  }

  childrenOf(adminId: AdminId | null): readonly ownership.AdminUnit[] {
    return this.#children.get(adminId) ?? [];
  }

  /** A unit and every unit below it. */
  within(adminId: AdminId): ReadonlySet<AdminId> {
    const found = new Set<AdminId>();
    const waiting = this.#units.has(adminId) ? [adminId] : [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(...this.childrenOf(next).map((child) => child.adminId));
    }
    return found;
  }

  /** The units whose users and groups a caller may know of: for administrators also those below the own one. */
  inSightOf(caller: Pick<Caller, 'adminId' | 'permissions'>): ReadonlySet<AdminId> {
    return caller.permissions.has(ADMIN_MODIFY) ? this.within(caller.adminId) : new Set([caller.adminId]);
  }
}
