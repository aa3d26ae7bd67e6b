import type { Principal } from '../device-registry.ts';
import type { DeviceProtocol } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import { PROVISION_REQUEST, PROVISION_RESPONSE } from './topics.ts';

/** Answers the request of a device that makes itself an asset. */
export interface Provisioner {
  provision(address: string, body: Uint8Array): Promise<object>;
}

/** ThingsBoard's provisioning over MQTT: a device without a token connects as `provision`, asks once and gets its token. */
export class ProvisionApi implements DeviceProtocol {
  readonly #provisioner: Provisioner;

  constructor(provisioner: Provisioner) {
    this.#provisioner = provisioner;
  }

  owns(principal: Principal, topic: string): boolean {
    return principal.kind === 'newcomer' && topic === PROVISION_REQUEST;
  }

  grants(principal: Principal, filter: string): boolean {
    return principal.kind === 'newcomer' && filter === PROVISION_RESPONSE;
  }

  async take(session: DeviceSession, _topic: string, payload: Buffer): Promise<void> {
    if (session.principal.kind !== 'newcomer') return;
    const answer = await this.#provisioner.provision(session.principal.address, payload);
    session.send(PROVISION_RESPONSE, JSON.stringify(answer));
  }
}
