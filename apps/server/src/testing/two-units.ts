import { randomUUID } from 'node:crypto';
import { type AdminId, permissionId } from '@telltale/contract';
import type { Portal } from './portal.ts';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Permissions of the fixture's users (guarantees §1.0). */
export const OPERATOR_PERMISSIONS = [
  ...range(6, 9),
  30,
  34,
  ...range(38, 41),
  ...range(42, 45),
  ...range(46, 53),
  ...range(54, 57),
  ...range(58, 61),
  ...range(94, 97),
];
export const VIEWER_PERMISSIONS = [6, 30, 34, 38, 42, 54, 94];

/**
 * The world of guarantees §1.0: two admin units, so that every leak is visible. Asset group GA of unit 1 holds a1 and
 * a2; GB of unit 2 holds b1, and everything on that side carries the canary.
 * Users: `root` and `adminB` administer their units; `opA` and `viewA` see GA; `nobody` has no group.
 */
export async function buildTwoUnits(portal: Portal) {
  const canary = `CANARY-B-${randomUUID()}`;
  const unitB = await portal.anAdminUnit('Unit B');
  await portal.aUser({ username: 'root', permissions: [1] });
  await portal.aUser({ username: 'adminB', permissions: [1], adminId: unitB });

  const definition = await portal.aDefinition('Pump');
  const definitionB = await portal.aDefinition(`${canary} definition`);
  const a1 = await portal.anAsset({ alias: 'Pump A1', serialNumber: 'A1', assetDefinitionId: definition });
  const a2 = await portal.anAsset({ alias: 'Pump A2', serialNumber: 'A2', assetDefinitionId: definition });
  const b1 = await portal.anAsset({
    alias: `${canary} alias`,
    serialNumber: `${canary} serial`,
    assetDefinitionId: definitionB,
    by: 'adminB',
  });
  const groupA = await portal.anAssetGroup({ name: 'GA', assets: [a1.assetId, a2.assetId] });
  const groupB = await portal.anAssetGroup({ name: `${canary} GB`, assets: [b1.assetId], adminId: unitB as AdminId });

  const opA = await portal.aUser({ username: 'opA', permissions: OPERATOR_PERMISSIONS, assetGroups: [groupA] });
  const viewA = await portal.aUser({ username: 'viewA', permissions: VIEWER_PERMISSIONS, assetGroups: [groupA] });
  const opB = await portal.aUser({
    username: 'opB',
    permissions: [...OPERATOR_PERMISSIONS, permissionId('DataItems', 'View')],
    assetGroups: [groupB],
    adminId: unitB,
  });
  const nobody = await portal.aUser({ username: 'nobody' });
  return { canary, unitB, definition, definitionB, a1, a2, b1, groupA, groupB, opA, viewA, opB, nobody };
}

export type TwoUnits = Awaited<ReturnType<typeof buildTwoUnits>>;
