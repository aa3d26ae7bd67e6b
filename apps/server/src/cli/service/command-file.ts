import { opensLowPorts } from './unit-file.ts';

interface CommandPaths {
  readonly program: string;
  readonly data: string;
  readonly settings: string;
}

/** By which a file is known to be one of these. */
export const COMMAND_MARK = "# Made by 'telltale service install'.";

/**
 * A script that runs the portal's commands with the settings of its service, as its user and with its right to low ports: what they make is
 * the service's to use, and what they find wrong is so for the service.
 */
export function commandFile(user: string, { program, data, settings }: CommandPaths, ports: readonly number[]): string {
  const rights = opensLowPorts(ports) ? ' --inh-caps +net_bind_service --ambient-caps +net_bind_service' : '';
  return `#!/bin/sh
${COMMAND_MARK}
# The portal's commands, with the settings of the service and as its user.
export INIT_CWD="$PWD"
cd ${program} || exit 1
exec setpriv --reuid ${user} --regid ${user} --init-groups${rights} env HOME=${data} ${program}/node_modules/node/bin/node --env-file-if-exists=${settings} ${program}/apps/server/src/cli/main.ts "$@"
`;
}
