import { provisioning } from '@telltale/contract';
import { Answer, type Route, route } from '#http/route.ts';
import type { DeviceProvisioning } from './device-provisioning.ts';
import type { ProvisionKeyService } from './provision-key-service.ts';

export function provisionRoutes(keys: ProvisionKeyService, devices: DeviceProvisioning): Route[] {
  return [
    route(provisioning.listProvisionKeys, ({ caller }) => keys.list(caller)),
    route(provisioning.createProvisionKey, ({ caller, body }) => keys.create(caller, body)),
    route(provisioning.deleteProvisionKey, async ({ caller, params }) => {
      await keys.delete(caller, params.provisionKeyId);
      return { provisionKeyId: params.provisionKeyId };
    }),
    route(
      provisioning.provisionDevice,
      async ({ body, raw }) =>
        new Answer(200, await devices.provision(raw.ip, Buffer.isBuffer(body) ? body : Buffer.alloc(0))),
      { rawBody: true },
    ),
  ];
}
