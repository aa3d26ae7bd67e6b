import { createECDH } from 'node:crypto';
import type { SecretBox } from '#secret-box.ts';

/** What the portal signs its messages to push services with (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const CURVE = 'prime256v1';

/**
 * The keys of this portal: drawn from its secret key, which is made at the first start and goes into every backup. So they
 * stand nowhere else, and browsers know a portal that was restored.
 */
export function vapidKeysOf(box: Pick<SecretBox, 'sign'>): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const key = Buffer.from(box.sign(`VAPID ${attempt}`, 'push messages'), 'base64url');
    const pair = createECDH(CURVE);
    try {
      pair.setPrivateKey(key);
    } catch (error) {
      // One number in four thousand million is beyond the order of the curve.
      if (attempt < 4) continue;
      throw error;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: key.toString('base64url') };
  }
}

/** Whether something can be sealed for this key: it is a point of the curve. */
export function isPublicKey(key: string): boolean {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    pair.computeSecret(key, 'base64url');
    return true;
  } catch {
    // Node says of everything that is no point that it is none.
    return false;
  }
}
