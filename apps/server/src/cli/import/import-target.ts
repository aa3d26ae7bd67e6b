import type { AssetId } from '@telltale/contract';
import { findNamed } from '@telltale/domain';
import { CommandError } from '#control/control-command.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import type { Context } from '../../context.ts';
import type { CsvColumn } from '../../ingest/csv/csv-layout.ts';
import { MAX_ITEMS_PER_ASSET } from '../../ingest/item-registrar.ts';

export interface ImportTarget {
  assetId: AssetId;
  serialNumber: string;
  definitionName: string;
  /** Of an asset made just now: told this once. */
  accessToken: string | undefined;
}

type Wish = { serialNumber: string; definitionName?: string | undefined; create: boolean };

/**
 * The asset that a command names by serial number; made with its definition when the command says so.
 * @throws CommandError when there is none, or it is of another definition than the command says
 */
export async function findOrCreateAsset(context: Context, wish: Wish): Promise<ImportTarget> {
  const found = await findAsset(context, wish);
  if (found) return found;
  const { serialNumber, definitionName, create } = wish;
  if (!create) {
    const how = `--create --definition ${definitionName ?? '<name>'}`;
    throw new CommandError(`There is no asset with the serial number ${serialNumber}. Create it with ${how}.`);
  }
  const definition = await context.definitionService.ensure(systemCaller, definitionName);
  const { assetDefinitionId } = definition;
  const created = await context.assetService.create(systemCaller, { serialNumber, assetDefinitionId });
  return { ...created, serialNumber, definitionName: definition.assetDefinitionName };
}

/** Undefined: there is no such asset. */
export async function findAsset(
  context: Context,
  { serialNumber, definitionName }: Wish,
): Promise<ImportTarget | undefined> {
  const device = await context.registry.findBySerialNumber(serialNumber);
  if (!device) return undefined;
  const {
    assetId,
    assetDefinition,
    serialNumber: spelling,
  } = await context.assetReader.get(systemCaller, device.assetId);
  const { assetDefinitionName } = assetDefinition;
  if (definitionName !== undefined && nameKey(definitionName) !== nameKey(assetDefinitionName)) {
    throw new CommandError(`The asset ${spelling} is of the definition ${assetDefinitionName}, not ${definitionName}.`);
  }
  return { assetId, serialNumber: spelling, definitionName: assetDefinitionName, accessToken: undefined };
}

/**
 * The labels for the columns of a file. `Name (unit)`, as exports write it, is the label of the data item that the asset
 * has by this name, which may be its alias; any other column is named as it stands.
 * @throws CommandError when two columns are one data item, or the asset would get too many
 */
export async function labelsFor(
  context: Context,
  target: ImportTarget | undefined,
  columns: readonly CsvColumn[],
): Promise<string[]> {
  const known = target
    ? (await context.definitionService.treeOfAsset(systemCaller, target.assetId)).dataItemDefinitions
    : [];
  const labels = columns.map(({ name }) => {
    const withoutUnit = /^(.*\S)\s*\([^()]*\)$/.exec(name)?.[1] ?? '';
    return findNamed(known, name)?.label ?? findNamed(known, withoutUnit)?.label ?? name;
  });
  refuseTwoOfOne(columns, labels);
  const sent = target ? (context.registry.find(target.assetId)?.itemCount ?? 0) : 0;
  const fresh = labels.filter((label) => findNamed(known, label) === undefined).length;
  if (sent + fresh > MAX_ITEMS_PER_ASSET) {
    const text = `${fresh} new data items beside ${sent}: an asset has at most ${MAX_ITEMS_PER_ASSET}.`;
    throw new CommandError(`The file would give the asset ${text} Choose columns with --columns.`);
  }
  return labels;
}

/** A label and its alias, or a name with and without its unit: points of one would lie among those of the other. */
function refuseTwoOfOne(columns: readonly CsvColumn[], labels: readonly string[]): void {
  const byLabel = new Map<string, string>();
  for (const [index, { name }] of columns.entries()) {
    const label = labels[index] ?? name;
    const other = byLabel.get(nameKey(label));
    if (other !== undefined && nameKey(other) !== nameKey(name)) {
      throw new CommandError(`The columns '${other}' and '${name}' are both ${label}. Choose columns with --columns.`);
    }
    byLabel.set(nameKey(label), name);
  }
}

/** Adds the labels with these units to the asset's definition; default values stay. */
export async function setUnits(
  context: Context,
  target: ImportTarget,
  units: ReadonlyMap<string, string>,
): Promise<void> {
  if (units.size === 0) return;
  const asset = await context.assetReader.get(systemCaller, target.assetId);
  const { assetDefinitionId } = asset;
  const defined = await context.dataItemService.list(systemCaller, assetDefinitionId);
  const defaults = new Map(defined.map((item) => [nameKey(item.label), item.defaultValue]));
  const inputs = [...units].map(([label, unit]) => ({ label, unit, defaultValue: defaults.get(nameKey(label)) ?? 0 }));
  await context.dataItemService.put(systemCaller, assetDefinitionId, inputs);
}
