import { isMailAddress, PROOF_MS } from '@telltale/contract';
import * as oidc from 'openid-client';
import type { OidcConfig } from '#config/config.ts';

/** Where the provider sends the browser back to; registered there as the redirect address. */
export const CALLBACK_PATH = '/api/auth/oidc/callback';
const SCOPE = 'openid email profile';
/** The provider may not hold a login up for longer, seconds. */
const TIMEOUT_SECONDS = 10;

/** What ties an answer of the provider to the browser that asked. */
export interface LoginChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person, as the provider tells it. */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
  /** Only what is an address, and one that the provider has verified. */
  verifiedEmail: string | undefined;
  firstName: string;
  lastName: string;
}

/**
 * An OpenID Connect provider: the authorization code flow with PKCE, state and nonce. What it can do is read from its
 * discovery document with the first login, so that a provider that is away does not keep the portal from starting.
 */
export class IdentityProvider {
  readonly #settings: OidcConfig;
  readonly #portalUrl: () => string;
  #configuration: Promise<oidc.Configuration> | undefined;

  constructor(settings: OidcConfig, portalUrl: () => string) {
    this.#settings = settings;
    this.#portalUrl = portalUrl;
  }

  /** Reads what it can do. Throws whatever openid-client does when it does not answer, or is another. */
  async look(): Promise<void> {
    await this.#discover();
  }

  /**
   * Where to send the browser, and what its answer is checked with.
   * @param asksAgain the provider must ask for a login even if somebody is logged in there
   */
  async begin(asksAgain = false): Promise<{ address: URL; checks: LoginChecks }> {
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const address = oidc.buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: `${this.#portalUrl()}${CALLBACK_PATH}`,
      scope: SCOPE,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
      ...(asksAgain ? { prompt: 'login', max_age: String(PROOF_MS / 1_000) } : {}),
    });
    return { address, checks };
  }

  /**
   * Takes the answer of the provider.
   * @param query of the request that the browser came back with, with its question mark
   * @param asksAgain the login must be as young as a fresh proof, which not every provider does just because it was asked
   * @throws whatever openid-client does when the answer is a refusal, does not belong to the checks, or is not signed
   */
  async finish(query: string, checks: LoginChecks, asksAgain = false): Promise<ExternalIdentity> {
    const configuration = await this.#discover();
    const tokens = await oidc.authorizationCodeGrant(
      configuration,
      new URL(`${this.#portalUrl()}${CALLBACK_PATH}${query}`),
      {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
        ...(asksAgain ? { maxAge: PROOF_MS / 1_000 } : {}),
      },
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token.');
    // Some providers put the address into the ID token, others (as the standard has it) answer it on request.
    const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
    const person =
      claims.email === undefined && hasMore !== undefined
        ? { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        : claims;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      verifiedEmail: person.email_verified === true ? addressOf(person.email) : undefined,
      firstName: textOf(person.given_name) ?? '',
      lastName: textOf(person.family_name) ?? '',
    };
  }

  #discover(): Promise<oidc.Configuration> {
    this.#configuration ??= this.#read().catch((error: unknown) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  #read(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    // The answer is checked by the provider's own keys as well, whatever lies between it and here.
    const execute = [oidc.enableNonRepudiationChecks];
    // The settings let http through for this machine only.
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    // Every provider takes the secret so (RFC 6749 §2.3.1), and some nothing else.
    const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    return oidc.discovery(server, clientId, undefined, authentication, { timeout: TIMEOUT_SECONDS, execute });
  }
}

/** Any text may stand in a claim; what is no address names nobody's account. */
function addressOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && isMailAddress(claim) ? claim : undefined;
}

const MAX_TEXT = 255;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT) : undefined;
}

/** Why a login with the provider failed. */
export function describeProviderError(error: unknown): 'cancelled' | 'unavailable' | 'failed' {
  if (error instanceof oidc.AuthorizationResponseError) return error.error === 'access_denied' ? 'cancelled' : 'failed';
  const { cause } = error as { cause?: unknown };
  const isUnreachable = (reason: unknown) =>
    reason instanceof TypeError || (reason instanceof DOMException && reason.name === 'TimeoutError');
  if (isUnreachable(error) || isUnreachable(cause)) return 'unavailable';
  return 'failed';
}
