import { join } from 'node:path';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { systemCaller } from '#http/system-caller.ts';
import { randomToken } from '#random-token.ts';
import type { Context } from '../context.ts';
import { readDemoFile, writeDemoFile } from './demo-file.ts';
import { makeAccounts, makeGroups } from './make-access.ts';
import { makeAlarms, makeEvents } from './make-alarms.ts';
import { makeAssets, makeGateways } from './make-assets.ts';
import { makeDashboards, makeDefinitions } from './make-definitions.ts';
import { makeJobs } from './make-jobs.ts';
import { makeRepeats } from './make-repeats.ts';
import { makeSystems } from './make-systems.ts';

export interface Demo {
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  /** The account that the login page may offer. */
  readonly offered: { readonly username: string; readonly password: string } | undefined;
  /** Tokens for the fleet; readable by the owner of the data folder only. */
  readonly demoFile: string;
}

/** Long enough to be safe, short enough to be typed from one screen to another. */
const PASSWORD_LENGTH = 14;

/**
 * Brings a portal to what a plan wants to find there. May be called at every start: what is there is left alone, so
 * what visitors changed stays changed.
 * @param mqttUrl where the portal takes in devices
 */
export async function makeDemo(context: Context, plan: DemoPlan, mqttUrl: string): Promise<Demo> {
  const demoFile = join(context.folder.path, 'demo-fleet.json');
  const before = await readDemoFile(demoFile);
  const password = context.config.demoPassword ?? before?.password ?? randomToken().slice(0, PASSWORD_LENGTH);
  const definitionIds = await makeDefinitions(context, plan.definitions);
  const assets = await makeAssets(context, plan.assets, definitionIds, before?.devices ?? {});
  const gateways = await makeGateways(context, plan.gateways, before?.gateways ?? {});
  // Written before anything can fail below: a token is told once only.
  const devices = Object.fromEntries(
    [...assets].flatMap(([serial, { accessToken }]) => (accessToken === undefined ? [] : [[serial, accessToken]])),
  );
  await writeDemoFile(demoFile, { password: before?.password ?? password, mqttUrl, devices, gateways });
  for (const { name, dashboards } of plan.definitions) {
    const assetDefinitionId = definitionIds.get(name);
    const anAsset = plan.assets.find((asset) => asset.definition === name);
    const made = anAsset && assets.get(anAsset.serialNumber);
    if (assetDefinitionId === undefined || !made) continue;
    const existing = await context.dashboardService.listOfAsset(systemCaller, made.assetId);
    await makeDashboards(context, assetDefinitionId, dashboards, existing);
  }
  await makeAlarms(context, plan, definitionIds);
  await makeEvents(context, plan, definitionIds, assets);
  await makeRepeats(context, plan, definitionIds, assets);
  await makeSystems(context, plan, definitionIds, assets);
  await makeGroups(context, plan, assets);
  await makeJobs(context, plan.jobs, assets);
  await context.firstHour.dismissUnlessSaid(systemCaller);
  await makeAccounts(context, plan.accounts, password, password !== before?.password);
  await writeDemoFile(demoFile, { password, mqttUrl, devices, gateways });
  const offered = plan.accounts.find((account) => account.isOffered && account.readOnly);
  return {
    accounts: plan.accounts.map(({ username }) => ({ username, password })),
    offered: offered && { username: offered.username, password },
    demoFile,
  };
}
