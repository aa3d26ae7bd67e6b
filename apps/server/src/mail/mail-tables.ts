/** Mails that are to be sent, and for a week those that were given up. */
export interface MailsTable {
  mail_id: string;
  /** Whose it is: it goes with the account. */
  user_id: number;
  /** What it tells of: a kind of records and which of them; null: of the account itself. */
  about_kind: string | null;
  about_id: string | null;
  to_address: string;
  subject: string;
  /** Its text, which may hold a link that lets in; '' once it was given up. */
  sealed: string;
  state: string;
  attempts: number;
  created_ms: number;
  /** When it is tried next, or was given up. */
  next_ms: number;
  /** Of no use from then on. */
  good_until_ms: number | null;
  /** Why it was not taken when it was tried last. */
  problem: string;
}

export interface MailTables {
  mails: MailsTable;
}
