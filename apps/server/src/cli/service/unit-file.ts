import { WRONG_SETTINGS } from '../../operator-errors.ts';

/** Where what belongs to the service is. */
export interface ServicePaths {
  /** The portal's own folder, with its Node.js in node_modules. */
  readonly program: string;
  readonly data: string;
  readonly settings: string;
  /** Another folder that the service writes to: its backups. */
  readonly backups?: string | undefined;
  /** And the files that several nodes share. */
  readonly files?: string | undefined;
  /** And the configuration that pages write, where it is not in the data folder. */
  readonly config?: string | undefined;
}

/** Below this only the system's own user may listen, unless the unit says otherwise. */
const PRIVILEGED = 1_024;

export const opensLowPorts = (ports: readonly number[]) => ports.some((port) => port > 0 && port < PRIVILEGED);

/**
 * A unit of systemd that runs the portal as a user of its own, who can write to the data folder, its backups, the files of several nodes and what pages configure, and to nothing else. What runs
 * scripts of its own making needs memory that is written and executed: MemoryDenyWriteExecute is not for Node.js.
 */
export function unitFile(user: string, paths: ServicePaths, ports: readonly number[]): string {
  const { program, data, settings, backups, files, config } = paths;
  const writable = [data, backups, files, config].filter((path) => path !== undefined);
  const capability = opensLowPorts(ports) ? 'CAP_NET_BIND_SERVICE' : '';
  // What is below /home stays readable there, if that is where the portal was put.
  const home = /^\/(home|root)\//.test(program) ? 'read-only' : 'yes';
  return `[Unit]
Description=Telltale, a portal for watching field equipment
After=network-online.target remote-fs.target postgresql.service
Wants=network-online.target
# A database or a disk may be away for a night: it is tried until it is there.
StartLimitIntervalSec=0

[Service]
User=${user}
Group=${user}
WorkingDirectory=${program}
EnvironmentFile=-${settings}
Environment=NODE_ENV=production
Environment=NODE_OPTIONS=--max-semi-space-size=32
Environment=NODE_COMPILE_CACHE=/var/cache/telltale
ExecStart=${program}/node_modules/node/bin/node ${program}/apps/server/src/main.ts
Restart=always
RestartSec=2
# A wrong setting stays wrong until somebody changes it.
RestartPreventExitStatus=${WRONG_SETTINGS}
# The portal writes out what it has accepted when it is asked to stop.
KillSignal=SIGTERM
TimeoutStopSec=15
LimitNOFILE=65536
UMask=0077
CacheDirectory=telltale
ReadWritePaths=${writable.join(' ')}

NoNewPrivileges=yes
CapabilityBoundingSet=${capability}
AmbientCapabilities=${capability}
ProtectSystem=strict
ProtectHome=${home}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}
