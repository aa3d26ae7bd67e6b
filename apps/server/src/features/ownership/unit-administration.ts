import { type AdminId, type ownership, permissionId } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import type { OwnershipChanges, Step } from './ownership-changes.ts';
import { cycle, type OwnershipRules, refuseTakenName } from './ownership-rules.ts';
import { moveStrandingNothing } from './stranded-links.ts';
import { UnitRepository } from './unit-repository.ts';
import { UnitTree } from './unit-tree.ts';

const CREATE = permissionId('AdminUnits', 'Create');
const MODIFY = permissionId('AdminUnits', 'Modify');

export interface UnitInput {
  adminId: 0 | AdminId;
  adminName?: string | undefined;
  parentAdminId?: AdminId | undefined;
}

/** Creating, renaming, moving and deleting admin units. */
export class UnitAdministration {
  readonly #changes: OwnershipChanges;
  readonly #rules: OwnershipRules;

  constructor(changes: OwnershipChanges, rules: OwnershipRules) {
    this.#changes = changes;
    this.#rules = rules;
  }

  /**
   * All of them or none.
   * @throws HttpError 409 for a taken name, or a move that strands links
   */
  async save(caller: Caller, inputs: readonly UnitInput[]): Promise<ownership.AdminUnit[]> {
    if (!inputs.every(({ adminId }) => holds(caller, adminId === 0 ? CREATE : MODIFY))) throw forbidden();
    return this.#changes.run(caller, { takesAway: inputs.some(({ adminId }) => adminId !== 0) }, (step) =>
      moveStrandingNothing(step, async () => {
        const saved: ownership.AdminUnit[] = [];
        for (const input of inputs) {
          saved.push(input.adminId === 0 ? await create(caller, input, step) : await update(caller, input, step));
        }
        return saved;
      }),
    );
  }

  /** @throws HttpError 409 that says what belongs to the unit */
  async delete(caller: Caller, adminId: AdminId): Promise<void> {
    await this.#changes.run(caller, { takesAway: false }, async (step) => {
      await this.#rules.requireUnit(caller, adminId, step);
      const units = new UnitTree(await step.tables.listUnits());
      const unit = units.find(adminId);
      if (!unit) throw notFound('The admin unit');
      const repository = step.work.of(UnitRepository);
      const uses = { adminUnits: units.childrenOf(adminId).length, ...(await repository.countUses(adminId)) };
      const used = Object.entries(uses).filter(([, count]) => count > 0);
      if (used.length > 0) {
        const list = used.map(([what, count]) => `${count} ${what}`).join(', ');
        throw conflict(`The admin unit cannot be deleted: ${list} belong to it.`, Object.fromEntries(used));
      }
      await repository.delete(adminId);
      step.note(`admin unit ${unit.adminName} deleted`, unit);
    });
  }
}

async function create(caller: Caller, input: UnitInput, step: Step): Promise<ownership.AdminUnit> {
  const { adminName, parentAdminId = caller.adminId } = input;
  if (adminName === undefined) {
    throw badRequest("The body field 'adminName' is missing.", [{ field: 'adminName', message: 'is missing' }]);
  }
  const units = new UnitTree(await step.tables.listUnits());
  if (!units.inSightOf(caller).has(parentAdminId)) throw notFound('The parent admin unit');
  refuseTaken(units, { adminName, parentAdminId });
  const adminId = await step.work.of(UnitRepository).insert(adminName, parentAdminId);
  const unit = { adminId, adminName, parentAdminId };
  step.note(`admin unit ${adminName} created`, undefined, unit);
  return unit;
}

async function update(caller: Caller, input: UnitInput, step: Step): Promise<ownership.AdminUnit> {
  const units = new UnitTree(await step.tables.listUnits());
  const inSight = units.inSightOf(caller);
  const before = units.find(input.adminId as AdminId);
  if (!before || !inSight.has(before.adminId)) throw notFound('The admin unit');
  const { adminName = before.adminName, parentAdminId = before.parentAdminId } = input;
  const after = { ...before, adminName, parentAdminId };
  const isMoved = parentAdminId !== before.parentAdminId;
  if (isMoved && parentAdminId !== null) {
    if (!inSight.has(parentAdminId)) throw notFound('The parent admin unit');
    if (units.within(before.adminId).has(parentAdminId)) {
      throw cycle('parentAdminId', 'an admin unit cannot stand below itself');
    }
  }
  if (!isMoved && adminName === before.adminName) return before;
  refuseTaken(units, after);
  await step.work.of(UnitRepository).update(after);
  step.note(`admin unit ${before.adminName} changed`, before, after);
  step.touchesEveryone = isMoved;
  return after;
}

/** Among the units of one parent; others the caller may not know of. */
function refuseTaken(
  units: UnitTree,
  unit: { adminId?: AdminId; adminName: string; parentAdminId: AdminId | null },
): void {
  const others = units.childrenOf(unit.parentAdminId).filter((other) => other.adminId !== unit.adminId);
  refuseTakenName(
    unit.adminName,
    others.map((other) => other.adminName),
    'admin unit',
  );
}
