import { createContext, type ReactNode, useContext } from 'react';
import type { RequestAnswer, RequestJob, ScriptAnswer, ScriptJob } from '#sandbox/messages.ts';
import { SandboxFrame } from '#sandbox/sandbox-frame.ts';
import { readPortal } from '#tile-kit/portal/read-portal.ts';
import type { RequestPorts } from './run-request.ts';

const requests = new SandboxFrame<RequestJob, RequestAnswer>('/sandbox/send-request.html');
const scripts = new SandboxFrame<ScriptJob, ScriptAnswer>('/sandbox/run-script.html');

/** Frames without an origin for what leaves the portal and for scripts; the portal's own answers for reading. */
const browserPorts: RequestPorts = {
  origin: window.location.origin,
  send: (job, signal) => requests.ask(job, signal),
  runScript: (job, signal) => scripts.ask(job, signal),
  read: readPortal,
};

const PortsContext = createContext<RequestPorts>(browserPorts);

/** Other ways out, for tests. */
export function RequestPortsProvider({ ports, children }: { ports: RequestPorts; children: ReactNode }) {
  return <PortsContext value={ports}>{children}</PortsContext>;
}

export function useRequestPorts(): RequestPorts {
  return useContext(PortsContext);
}
