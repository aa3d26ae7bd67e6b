import type { UserId } from '@telltale/contract';
import type { SecretBox } from '#secret-box.ts';

const PURPOSE = 'link in an alert';

/**
 * The link in a message by which its recipient answers. It is signed, not kept: it names the message, and nobody without the
 * key of the portal can make one. It stands behind `#`, which browsers send to nobody: no log and no referrer has it.
 */
export class AnswerLinks {
  readonly #box: Pick<SecretBox, 'sign' | 'isSignedBy'>;
  readonly #portalUrl: () => string;

  constructor(box: Pick<SecretBox, 'sign' | 'isSignedBy'>, portalUrl: () => string) {
    this.#box = box;
    this.#portalUrl = portalUrl;
  }

  addressOf(messageId: string, userId: UserId): string {
    return `${this.#portalUrl()}/acknowledge#${messageId}.${this.#box.sign(signedText(messageId, userId), PURPOSE)}`;
  }

  /** The message that a link names, whether or not it is signed. */
  messageOf(link: string): string {
    return link.slice(0, Math.max(0, link.lastIndexOf('.')));
  }

  isSigned(link: string, userId: UserId): boolean {
    const messageId = this.messageOf(link);
    return this.#box.isSignedBy(link.slice(messageId.length + 1), signedText(messageId, userId), PURPOSE);
  }
}

const signedText = (messageId: string, userId: UserId) => `${messageId} ${userId}`;
