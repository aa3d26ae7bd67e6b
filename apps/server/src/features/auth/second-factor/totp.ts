import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes for granted: SHA-1, 6 digits, 30 seconds (RFC 6238). */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** A code of the step before or after counts too: clocks differ, and typing takes time (RFC 6238 §5.2). */
const WINDOW_STEPS = 1;

/** A new secret as base 32, which is how people type it into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The `otpauth://` address that an app reads from a QR code.
 * @param portalName under which the app lists it; apps part a name from the account by the first colon
 */
export function totpUri(secret: string, account: string, portalName: string): string {
  return new TOTP({ ...SETTINGS, secret, issuer: portalName.replaceAll(':', ' '), label: account }).toString();
}

/** The time step that a code belongs to; undefined when it is not a code of this time. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({
    ...SETTINGS,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: WINDOW_STEPS,
  });
  return delta === null ? undefined : TOTP.counter({ period: SETTINGS.period, timestamp: nowMs }) + delta;
}
