import { z } from 'zod';

export interface ProvisionRequest {
  deviceName: string | undefined;
  deviceKey: string;
  deviceSecret: string;
}

/** A device that brings a token or a certificate of its own is refused: tokens are random, and made here. */
const schema = z.object({
  deviceName: z.string().trim().min(1).max(255).optional(),
  provisionDeviceKey: z.string().min(1).max(255),
  provisionDeviceSecret: z.string().min(1).max(255),
  credentialsType: z.literal('ACCESS_TOKEN').optional(),
  token: z.undefined().optional(),
});

/** Reads the request of a device; undefined when it is none. */
export function readProvisionRequest(body: Uint8Array): ProvisionRequest | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
  const { success, data } = schema.safeParse(json);
  if (!success) return undefined;
  const { deviceName, provisionDeviceKey: deviceKey, provisionDeviceSecret: deviceSecret } = data;
  return { deviceName, deviceKey, deviceSecret };
}
