import type { MailSecurity, MailServer, MailServerInput } from '@telltale/contract';

/** What is typed into the form of the mail server. */
export interface MailFields {
  host: string;
  port: number | null;
  security: MailSecurity;
  username: string;
  /** Undefined: the one that is stored. */
  password: string | undefined;
  sender: string;
}

export const securityChoices: readonly { value: MailSecurity; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS, required' },
  { value: 'tls', label: 'TLS from the first byte' },
  { value: 'offered', label: 'STARTTLS where the server offers it' },
];

/** The port that servers usually have for it. */
export const usualPort: Readonly<Record<MailSecurity, number>> = { starttls: 587, tls: 465, offered: 25 };

export function fieldsOf({ host, port, security, username, hasPassword, sender }: MailServer): MailFields {
  return { host, port, security, username, password: hasPassword ? undefined : '', sender };
}

/** Another security takes its usual port along, unless somebody has chosen one of their own. */
export function withSecurity(fields: MailFields, security: MailSecurity): MailFields {
  return { ...fields, security, port: fields.port === usualPort[fields.security] ? usualPort[security] : fields.port };
}

/** Undefined while a server cannot be asked with it. */
export function inputOf({ host, port, password, username, sender, security }: MailFields): MailServerInput | undefined {
  if (host.trim() === '' || port === null) return undefined;
  const named = { host: host.trim(), port, security, username: username.trim(), sender: sender.trim() };
  return password === undefined ? named : { ...named, password };
}
