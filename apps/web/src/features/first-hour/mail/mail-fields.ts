import type { MailSecurity, MailServer, MailServerInput } from '@telltale/contract';
import type { Contested } from '#ui/feedback/ChangedMeanwhile.tsx';

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

const words: Readonly<Record<string, string>> = {
  host: 'Server',
  port: 'Port',
  security: 'Encryption',
  username: 'User name',
  password: 'Password',
  sender: 'Sender',
};
const securityWords = Object.fromEntries(securityChoices.map(({ value, label }) => [value, label]));

/** Where what stands there differs from what is typed. @param fields undefined: no mail server at all is wanted */
export function contestedFields(stands: MailServer, fields: MailFields | undefined): Contested[] {
  const theirs = told(
    stands.source === 'none' ? undefined : { ...fieldsOf(stands), password: stands.hasPassword ? 'set by them' : '' },
  );
  const yours = told(
    fields && { ...fields, password: fields.password === undefined ? 'unchanged' : fields.password && 'set by you' },
  );
  return Object.entries(words)
    .map(([key, label]) => ({ key, label, theirs: theirs[key] ?? '', yours: yours[key] ?? '' }))
    .filter((one) => one.theirs !== one.yours)
    .map((one) => ({ ...one, theirs: one.theirs || 'none', yours: one.yours || 'none' }));
}

function told(fields: MailFields | undefined): Record<string, string> {
  if (fields === undefined) return {};
  const { port, security, ...texts } = fields;
  return {
    ...texts,
    password: texts.password ?? '',
    port: String(port ?? ''),
    security: securityWords[security] ?? '',
  };
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
