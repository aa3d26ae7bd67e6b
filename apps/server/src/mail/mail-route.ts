import type { Mail, Mailer } from './mailer.ts';

/** Where mails go at the moment: to a mail server, or into files while there is none. */
export class MailRoute implements Mailer {
  readonly #files: Mailer;
  #changed: () => void = () => undefined;
  #server: Mailer | undefined;

  constructor(files: Mailer, server: Mailer | undefined) {
    this.#files = files;
    this.#server = server;
  }

  get hasServer(): boolean {
    return this.#server !== undefined;
  }

  /** Hears that mails go elsewhere. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** Mails go there from now on; what the one before is still handed is tried again here when it breaks off. */
  use(server: Mailer | undefined): void {
    this.#server?.close();
    this.#server = server;
    this.#changed();
  }

  send(mail: Mail): Promise<void> {
    return (this.#server ?? this.#files).send(mail);
  }

  close(): void {
    this.#server?.close();
    this.#files.close();
  }
}
