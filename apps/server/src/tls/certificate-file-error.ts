/**
 * A file of certificates that a setting names does not hold, or not yet, what it should: it is mounted late, or one of
 * two that belong together is just being replaced. So another start may find it well.
 */
export class CertificateFileError extends Error {
  override readonly name = 'CertificateFileError';
}
