import { type Config, ConfigError } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { checkBroker } from './broker-check.ts';
import { checkCluster } from './cluster-check.ts';
import { type Finding, fault, ok } from './finding.ts';
import { checkBackups, checkConfigFolder, checkDataFolder } from './folder-checks.ts';
import { checkClock, checkHistory, checkRecords } from './machine-checks.ts';
import { checkCertificate, checkIdentityProvider, checkMail, checkOpenFiles, checkPorts } from './network-checks.ts';

const MARKS = { ok: 'ok      ', warning: 'WARNING ', fault: 'FAULT   ' } as const;

/** Looks at everything around the portal that can be wrong; changes nothing, and may run beside it. */
export async function examine(readConfig: () => Config, nowMs: number): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (error instanceof ConfigError) return [fault('Settings', error.message)];
    throw error;
  }
  return [
    ok('Settings', 'All of them can be used.'),
    ...(await checkDataFolder(config)),
    ...(await checkRecords(config)),
    ...(await checkHistory(config)),
    ...(await checkCluster(config)),
    await checkConfigFolder(config),
    ...(await checkPorts(config)),
    await checkCertificate(config, nowMs),
    ...(await checkBroker(config)),
    await checkMail(config),
    ...(await checkIdentityProvider(config)),
    await checkBackups(config, nowMs),
    checkOpenFiles(),
    await checkClock(nowMs),
  ];
}

/**
 * `telltale doctor`: says how everything stands, and what to do.
 * @throws CommandError when something keeps the portal from working
 */
export async function consultDoctor(readConfig: () => Config, say: (line: string) => void): Promise<void> {
  const findings = await examine(readConfig, Date.now());
  for (const { what, state, text } of findings) say(`${MARKS[state]}${what}: ${text}`);
  const faults = findings.filter(({ state }) => state === 'fault').length;
  if (faults > 0) throw new CommandError(faults === 1 ? '1 fault.' : `${faults} faults.`);
}
